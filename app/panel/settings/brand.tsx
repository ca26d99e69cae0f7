import { Palette } from "lucide-react";
import { type CSSProperties, useEffect, useState } from "react";
import { BUILT_IN_MARKER_COLOR } from "../../copy/business.ts";
import { brandCard as words } from "../../copy/panel/brand.ts";
import { accentOf, BUILT_IN_COLORS, markerOf, paletteOf } from "../../features/drawn/palette.ts";
import { cardTitle } from "../../features/settings/cards.ts";
import { BUILT_IN_LOOK, LOOK_NAMES, type Look } from "../../features/settings/looks.ts";
import { inFull, SETTING_LABELS } from "../../features/settings/rules.ts";
import { contrast, isHexColor } from "../../platform/text/color.ts";
import { ColorField } from "../../ui/panel/color-field.tsx";
import type { OpenedCard } from "./cards.server.ts";
import { type Card as Fields, SettingsForm } from "./form.tsx";
import { Card } from "./parts.tsx";

type Key = "brand_color" | "marker_color";

const WHITE = "#ffffff";
const PAPER = "#f6f7f4";
const INK = "#0a0f1e";
const DARK = "#10172a";
/** The minimum contrast that makes the highlight visible on the page. */
const SEEN = 1.08;

/** Renders both brand colors with their contrast and a preview (decision 0055). */
export function BrandForm({ card }: { card: OpenedCard }) {
  const { record } = card;
  const [typed, setTyped] = useState(record);
  useEffect(() => setTyped(record), [record]);
  const colorOf = (key: Key) => {
    const color = inFull(
      String(typed[key] ?? "")
        .trim()
        .toLowerCase(),
    );
    return isHexColor(color) ? color : BUILT_IN_COLORS[key];
  };
  const colors = { brand_color: colorOf("brand_color"), marker_color: colorOf("marker_color") };
  const field = (card: Fields, key: Key) => (
    <ColorField
      field={card.field(key)}
      label={SETTING_LABELS[key]}
      pickLabel={words.choose}
      hint={
        <>
          {words[key].hint} {tellOf(key, colors[key])}
        </>
      }
      color={String(typed[key] ?? "")}
      onColor={(color) => setTyped((before) => ({ ...before, [key]: color }))}
      fallback={BUILT_IN_COLORS[key]}
    />
  );
  const palette = paletteOf(colors) as CSSProperties;
  return (
    <SettingsForm card={card} hasPreview>
      {(card) => (
        <Card id="brand" title={cardTitle("brand")} about={words.about} icon={Palette}>
          <div className="fgrid fgrid--2">
            {field(card, "brand_color")}
            {field(card, "marker_color")}
          </div>
          <LookField card={card} palette={palette} />
          <h3 className="fsec">{words.sample.title}</h3>
          <div className="brand__samples" style={palette}>
            <Sample name={words.sample.light} theme="light" />
            <Sample name={words.sample.dark} theme="dark" />
          </div>
        </Card>
      )}
    </SettingsForm>
  );
}

/** Renders the choice of a look, with a sketch of each in the site's colors. */
function LookField({ card, palette }: { card: Fields; palette: CSSProperties }) {
  const { label, hint, looks } = words.look;
  const { id, name, initialValue, errors } = card.field("look");
  return (
    <fieldset className="looks" style={palette} id={id} aria-describedby={`${id}-hint`}>
      <legend className="label">{label}</legend>
      {LOOK_NAMES.map((look) => (
        <label key={look} className="looks__one">
          <LookSketch look={look} />
          <span>
            <input
              type="radio"
              name={name}
              value={look}
              defaultChecked={look === (initialValue || BUILT_IN_LOOK)}
            />
            <b>{looks[look].name}</b> <small>{looks[look].about}</small>
          </span>
        </label>
      ))}
      <p className="hint" id={`${id}-hint`}>
        {errors?.join(" ") || hint}
      </p>
    </fieldset>
  );
}

const SKETCHES = {
  marker: { paper: PAPER, radius: 5, start: 14, form: [150, 16, 56, 58], mark: "M14 34h78v13H14z" },
  journal: { paper: "#faf9f6", radius: 0, start: 14, form: [14, 62, 192, 14], mark: "M14 46h92v3H14z" },
  soft: {
    ...{ paper: "var(--color-blue-50)", radius: 10, start: 60 },
    ...{ form: [66, 60, 88, 16], mark: "M60 34h72v13H60z" },
  },
} as const;

function LookSketch({ look }: { look: Look }) {
  const { paper, radius, start, form, mark } = SKETCHES[look];
  const [x, y, width, height] = form;
  return (
    <svg viewBox="0 0 220 130" aria-hidden>
      <path d="M0 0h220v130H0z" fill={paper} />
      <path d={mark} fill="var(--color-zone-400)" />
      <path d={`M${start} 20h100M${start + 4} 40h64`} stroke={INK} strokeWidth={look === "journal" ? 5 : 9} />
      <rect
        {...{ x, y, width, height }}
        rx={radius}
        fill={look === "marker" ? WHITE : "var(--color-blue-600)"}
        stroke={INK}
        strokeOpacity=".2"
      />
      {[0, 1, 2].map((i) => (
        <rect
          key={i}
          x={14 + i * 66}
          y={88}
          width={60}
          height={50}
          rx={radius}
          fill={WHITE}
          stroke={INK}
          strokeOpacity={look === "journal" ? 0.9 : 0.12}
        />
      ))}
    </svg>
  );
}

/** Describes a color's contrast and, if that's too low, the replacement color. */
function tellOf(key: Key, color: string): string {
  if (key === "marker_color") {
    const { corrected, ratios, pale } = words[key];
    const shown = markerOf(color);
    const lines = [ratios(contrast(shown, INK), contrast(shown, DARK))];
    if (shown !== color) lines.unshift(corrected(shown.toUpperCase()));
    if (contrast(shown, PAPER) < SEEN) lines.push(pale);
    return lines.join(" ");
  }
  const { corrected, ratios } = words[key];
  const shown = accentOf(color);
  const dark = paletteOf({ brand_color: color, marker_color: BUILT_IN_MARKER_COLOR })["--color-blue-300"];
  const line = ratios(contrast(shown, WHITE), contrast(dark, DARK));
  return shown === color ? line : `${corrected(shown.toUpperCase())} ${line}`;
}

/** Renders sample elements, which aren't interactive. */
function Sample({ name, theme }: { name: string; theme: "light" | "dark" }) {
  const { heading, text, link, button } = words.sample;
  return (
    <figure className="brand__sample" data-theme={theme}>
      <figcaption className="subtle xs">{name}</figcaption>
      <p className="h3">
        {heading[0]} <span className="hl">{heading[1]}</span>
      </p>
      <p>
        {text} <u className="brand__link">{link}</u>.
      </p>
      <span className="btn brand__btn">{button}</span>
    </figure>
  );
}
