import { ACCENT, MARKER } from "./brand-color.ts";

/** Decorative lines for the four tiles. Each ends in the highlighted band. */
const LINES = [
  "M0 34C11.1 33.3 22.2 32.9 33.3 32C44.4 31.1 55.6 29.3 66.7 28C77.8 26.7 88.9 25.3 100 24C111.1 22.7 122.2 21.6 133.3 20C144.4 18.4 155.6 16 166.7 14C177.8 12 188.9 10 200 8",
  "M0 36C11.1 34 22.2 31.6 33.3 30C44.4 28.4 55.6 27.6 66.7 26C77.8 24.4 88.9 21.6 100 20C111.1 18.4 122.2 17.6 133.3 16C144.4 14.4 155.6 11.6 166.7 10C177.8 8.4 188.9 7.3 200 6",
  "M0 10C11.1 9.7 22.2 9 33.3 9C44.4 9 55.6 10 66.7 10C77.8 10 88.9 8 100 8C111.1 8 122.2 9 133.3 9C144.4 9 155.6 8.3 166.7 8C177.8 7.7 188.9 7.3 200 7",
  "M0 36C11.1 35.7 22.2 35.5 33.3 35C44.4 34.5 55.6 32.8 66.7 32C77.8 31.2 88.9 31.1 100 30C111.1 28.9 122.2 25 133.3 22C144.4 19 155.6 14.7 166.7 12C177.8 9.3 188.9 7.3 200 5",
];

/** Renders the four stat tiles (SPEC 2). */
export function StatTiles({ items }: { items: readonly { value: string; label: string }[] }) {
  return (
    <dl className="tiles">
      {items.map(({ value, label }, i) => {
        const [, figure, unit] = /^([\d.,\s]*)(.*)$/s.exec(value) ?? [];
        return (
          <div className="card tile" key={label}>
            <dt>{label}</dt>
            <dd>
              <svg viewBox="0 0 200 40" preserveAspectRatio="none" aria-hidden="true">
                <path d="M0 0h200v12H0z" fill={MARKER} />
                <path
                  d={LINES[i % LINES.length]}
                  fill="none"
                  stroke={ACCENT}
                  strokeWidth="3"
                  vectorEffect="non-scaling-stroke"
                />
              </svg>
              <b className="num">
                {figure}
                {unit && <sup>{unit}</sup>}
              </b>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
