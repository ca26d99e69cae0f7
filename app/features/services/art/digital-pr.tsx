import { Box, color, Drawing, Words } from "./parts.tsx";

/** `x`, `y`, `w` and `h` place the card; `lines` are lengths of text lines. */
const SOURCES = [
  { name: "Newsroom", x: 40, y: 46, w: 106, h: 60, lines: [72, 56], isLinking: true },
  { name: "Magazine", x: 328, y: 32, w: 112, h: 62, lines: [78, 62], isLinking: false },
  { name: "Podcast", x: 362, y: 166, w: 100, h: 56, lines: [66, 50], isLinking: true },
  { name: "Daily", x: 284, y: 250, w: 104, h: 50, lines: [70], isLinking: false },
  { name: "Journal", x: 76, y: 228, w: 100, h: 54, lines: [66, 50], isLinking: true },
  { name: "Blog", x: 14, y: 148, w: 84, h: 46, lines: [50], isLinking: false },
];

export function DigitalPrArt() {
  return (
    <Drawing ground={color.ink900}>
      <path d="M240 164L384 64M240 164L336 276M240 164L56 172" stroke="#3b4766" strokeWidth="2" />
      <path
        d="M240 164L92 76M240 164L416 196M240 164L128 256"
        stroke={color.zone}
        strokeWidth="2.5"
        strokeDasharray="1 9"
        strokeLinecap="round"
      />
      {SOURCES.map(({ name, x, y, w, h, lines, isLinking }) => (
        <g key={name}>
          <Box x={x} y={y} w={w} h={h} r={10} fill={isLinking ? color.white : color.ink800} />
          <Words x={x + 12} y={y + 22} size={13} fill={isLinking ? color.ink : color.white}>
            {name}
          </Words>
          {lines.map((length, i) => (
            <Box
              key={length}
              x={x + 12}
              y={y + 30 + i * 10}
              w={length}
              h={5}
              fill={isLinking ? color.ink300 : color.ink600}
            />
          ))}
        </g>
      ))}
      <circle cx="240" cy="164" r="50" fill={color.zone} />
      <g transform="translate(210 134) scale(1.5)">
        <path
          d="M9.6 30.2 18 22.4l4.6 2.2L30 13M8.5 30.6H31.5"
          fill="none"
          stroke={color.ink}
          strokeWidth="4.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <rect x="6" y="6.6" width="28" height="7.6" rx="2.4" fill={color.blue} />
      </g>
    </Drawing>
  );
}
