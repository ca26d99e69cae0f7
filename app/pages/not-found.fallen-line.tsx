import { ACCENT, MARKER } from "../ui/site/brand-color.ts";

/** Renders a rank line that falls off the chart, as decoration. */
export function FallenLine({ code }: { code: string }) {
  return (
    <figure className="card fallen">
      <svg viewBox="0 0 520 380" aria-hidden="true">
        <rect x="-100" width="720" y="28" height="70" fill={MARKER} />
        <g fontSize="14" fontWeight="600" fill="#5d6780">
          <text x="0" y="48" fill="#0a0f1e">
            1
          </text>
          <text x="0" y="90" fill="#0a0f1e">
            3
          </text>
          <text x="0" y="166">
            10
          </text>
          <text x="0" y="236">
            50
          </text>
          <text x="0" y="306">
            100
          </text>
        </g>
        <path d="M36 161H520M36 231H520M36 301H520" stroke="#dde1e8" />
        <path
          d="M40 62C63.3 60.7 86.7 58 110 58C133.3 58 156.7 70 180 70C196.7 70 213.3 64 230 64C244 64 258 86.2 272 110C283.3 129.3 294.7 197.1 306 240C314 270.3 322 295.7 330 330C336 355.7 342 390 348 420"
          fill="none"
          stroke={ACCENT}
          strokeWidth="6"
          strokeLinecap="round"
        />
        <circle cx="230" cy="64" r="9" fill={ACCENT} stroke="#fff" strokeWidth="3" />
        <text x="384" y="354" fontSize="76" fontWeight="800" letterSpacing="-4" fill="#0a0f1e">
          {code}
        </text>
      </svg>
    </figure>
  );
}
