import { ArrowRight, Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { firstSteps as words } from "../../copy/panel/first-steps.ts";
import {
  type FirstStep,
  type FirstStepPlace,
  REMOVE_SAMPLES,
  type StepGroup,
} from "../../features/first-steps/steps.ts";
import { settingPath } from "../../features/settings/subjects.ts";
import { CopyText } from "../../ui/panel/preview-link.tsx";
import { useRowAction } from "../../ui/panel/row-action.ts";

const GROUPS = Object.keys(words.groups) as StepGroup[];

type Props = { steps: FirstStep[]; message: string; samples: string };

/**
 * Renders the launch checklist, closed at first.
 * @param props.message what only a developer can change; empty for nothing
 * @param props.samples what removing the samples removes
 */
export function FirstSteps({ steps, message, samples }: Props) {
  const post = useRowAction();
  if (!steps.length) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  const open = steps.filter(({ isDone, isOptional }) => !isDone && !isOptional);
  const [next] = open;
  const samplesStep = steps.find(
    ({ isDone, place }) => !isDone && place && "intent" in place && place.intent === REMOVE_SAMPLES,
  );
  const run = (intent: string) => {
    if (intent === REMOVE_SAMPLES && !window.confirm(words.samples.question(samples))) return;
    post({ intent });
  };
  return (
    <div className="card launch">
      <details className="steps" id="launch">
        <summary>
          <h2>{words.title}</h2>
          <progress max={steps.length} value={done} aria-label={words.progress(done, steps.length)} />
          <span className="subtle">{words.progress(done, steps.length)}</span>
        </summary>
        <p className="muted">{words.about(open.length)}</p>
        <div className="steps__groups">
          {GROUPS.map((group) => (
            <section key={group} aria-labelledby={`steps-${group}`}>
              <h3 id={`steps-${group}`}>{words.groups[group]}</h3>
              <ul>
                {steps
                  .filter((step) => step.group === group)
                  .map((step) => (
                    <Step
                      key={step.id}
                      {...step}
                      onRun={run}
                      onTick={(isTicked) =>
                        post({ intent: isTicked ? "tick-step" : "untick-step", step: step.id })
                      }
                    />
                  ))}
              </ul>
              {group === "server" && message && (
                <div className="steps__message">
                  <p>{words.developer.about}</p>
                  <CopyText link={message} label={words.developer.label} says={words.developer} isLong />
                </div>
              )}
            </section>
          ))}
        </div>
      </details>
      <div className="launch__next">
        {samplesStep && (
          <button type="button" className="btn btn--soft" onClick={() => run(REMOVE_SAMPLES)}>
            {samplesStep.button}
          </button>
        )}
        {next?.place && !("intent" in next.place) && <Way place={next.place}>{words.next(next.title)}</Way>}
      </div>
    </div>
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
  tick,
  untick,
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
          <button type="button" className="btn btn--soft" onClick={() => onRun(place.intent)}>
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
            {isTicked ? untick : tick}
            <span className="sr">: {title}</span>
          </button>
        )}
      </div>
    </li>
  );
}

type Elsewhere = Exclude<FirstStepPlace, null | { intent: string }>;

function Way({ place, children }: { place: Elsewhere; children: ReactNode }) {
  const to =
    "setting" in place
      ? settingPath(place.setting)
      : "page" in place
        ? `${href("/admin-control-panel-seoprozone/pages")}?name=${place.page}&sort=place`
        : `${href("/admin-control-panel-seoprozone/content")}?edit=${encodeURIComponent(place.text)}`;
  return (
    <Link className="more" to={to}>
      {children}
    </Link>
  );
}
