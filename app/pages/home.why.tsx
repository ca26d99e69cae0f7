import { Reasons } from "../ui/site/reasons.tsx";
import type { HomeTexts } from "./home.tsx";

/** Why-choose-us (SPEC 2): six bullets, next to the client retention rate, drawn as a hundred dots. */
export function WhyChooseUs({ texts, stats }: { texts: HomeTexts["features"]; stats: HomeTexts["stats"] }) {
  const retention = stats.items.find(({ label }) => /retention/i.test(label));
  return (
    <section className="section section--white">
      <div className="wrap">
        <div className="why">
          <div className="sticky">
            <h2 className="h2">{texts.title}</h2>
            <p className="lead why__lead">{texts.intro}</p>
            {retention && <Retention {...retention} />}
          </div>
          <Reasons items={texts.items} />
        </div>
      </div>
    </section>
  );
}

/** Only drawn if the figure is a percentage, so that the owner's own wording never draws nonsense. */
function Retention({ value, label }: { value: string; label: string }) {
  const [, percent] = /^(\d{1,3})(?:\.\d+)?\s*%$/.exec(value.trim()) ?? [];
  const share = Number(percent);
  if (!percent || share > 100) return null;
  const dots = Array.from({ length: 100 }, (_, i) => ({ id: i, stays: i < share }));
  return (
    <figure>
      <div className="retain" role="img" aria-label={`${value} ${label}`}>
        {dots.map(({ id, stays }) => (
          <i key={id} className={stays ? undefined : "o"} />
        ))}
      </div>
      <figcaption className="xs subtle why__note">
        {value} {label}
      </figcaption>
    </figure>
  );
}
