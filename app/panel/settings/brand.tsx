import { Palette } from "lucide-react";
import { type CSSProperties, useEffect, useState } from "react";
import { BUILT_IN_MARKER_COLOR } from "../../copy/business.ts";
import { brandCard as words } from "../../copy/panel/brand.ts";
import { accentOf, BUILT_IN_COLORS, markerOf, paletteOf } from "../../features/drawn/palette.ts";
import { cardTitle } from "../../features/settings/cards.ts";
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
  return (
    <SettingsForm card={card} hasPreview>
      {(card) => (
        <Card id="brand" title={cardTitle("brand")} about={words.about} icon={Palette}>
          <div className="fgrid fgrid--2">
            {field(card, "brand_color")}
            {field(card, "marker_color")}
          </div>
          <h3 className="fsec">{words.sample.title}</h3>
          <div className="brand__samples" style={paletteOf(colors) as CSSProperties}>
            <Sample name={words.sample.light} theme="light" />
            <Sample name={words.sample.dark} theme="dark" />
          </div>
        </Card>
      )}
    </SettingsForm>
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
