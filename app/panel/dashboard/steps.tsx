import { ArrowRight, Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { firstSteps as words } from "../../copy/panel/first-steps.ts";
import type { FirstStep, FirstStepPlace } from "../../features/first-steps/steps.ts";
import { useRowAction } from "../../ui/panel/row-action.ts";

/** Renders the launch checklist, collapsed once only optional items are left. */
export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  const post = useRowAction();
  if (!steps.length) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  const open = steps.filter(({ isDone, isOptional }) => !isDone && !isOptional).length;
  return (
    <details className="card steps" open={open > 0}>
      <summary>
        <h2>{words.title}</h2>
        <span className="subtle">{words.progress(done, steps.length)}</span>
        <progress max={steps.length} value={done} aria-label={words.progress(done, steps.length)} />
      </summary>
      <p className="muted">{words.about(open)}</p>
      <ul>
        {steps.map((step) => (
          <Step
            key={step.id}
            {...step}
            onRun={(intent) => post({ intent })}
            onTick={(isTicked) => post({ intent: isTicked ? "tick-step" : "untick-step", step: step.id })}
          />
        ))}
      </ul>
    </details>
  );
}

function Step({
  title,
  isDone,
  isTicked,
  canBeTicked,
  isOptional,
  text,
  button,
  place,
  onRun,
  onTick,
}: FirstStep & { onRun: (intent: string) => void; onTick: (isTicked: boolean) => void }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={isDone ? "is-done" : undefined}>
      <Icon className="i" aria-hidden />
      <div>
        <b>
          <span className="sr">{isDone ? words.done : words.open}: </span>
          {title}
          {!isDone && isOptional && <small className="badge badge--line">{words.optional}</small>}
        </b>
        {text && <p>{text}</p>}
      </div>
      <div className="steps__acts">
        {!isDone && place && "intent" in place && (
          <button type="button" className="btn btn--ghost" onClick={() => onRun(place.intent)}>
            {button}
          </button>
        )}
        {!isDone && place && !("intent" in place) && (
          <Way place={place}>
            {button}
            <span className="sr">: {title}</span>
            <ArrowRight className="i" aria-hidden />
          </Way>
        )}
        {canBeTicked && (!isDone || isTicked) && (
          <button type="button" className="btn btn--ghost" onClick={() => onTick(!isTicked)}>
            {isTicked ? words.untick : words.tick}
            <span className="sr">: {title}</span>
          </button>
        )}
      </div>
    </li>
  );
}

type Elsewhere = Exclude<FirstStepPlace, null | { intent: string }>;

function Way({ place, children }: { place: Elsewhere; children: ReactNode }) {
  // A plain anchor: the browser scrolls within the page.
  if ("here" in place)
    return (
      <a className="more" href={`#${place.here}`}>
        {children}
      </a>
    );
  const to =
    "setting" in place
      ? `${href("/admin-control-panel-seoprozone/settings")}#${place.setting}`
      : "page" in place
        ? `${href("/admin-control-panel-seoprozone/pages")}?name=${place.page}&sort=place`
        : `${href("/admin-control-panel-seoprozone/content")}?edit=${encodeURIComponent(place.text)}`;
  return (
    <Link className="more" to={to}>
      {children}
    </Link>
  );
}
