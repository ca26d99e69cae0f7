import { Box, color, Drawing, Lifted, Words } from "./parts.tsx";

/** Widths of the title bars. */
const RIVALS = [190, 238, 160, 204];

export function NationalSeoArt() {
  return (
    <Drawing>
      <Lifted>
        <Box x={92} y={34} w={330} h={66} r={12} fill={color.zone} />
      </Lifted>
      <Words x={54} y={76} size={26}>
        1
      </Words>
      <circle cx="116" cy="56" r="8" fill={color.ink} />
      <Box x={132} y={52} w={90} h={8} fill={color.ink} opacity={0.5} />
      <Box x={108} y={74} w={224} h={13} fill={color.blue} />
      {RIVALS.map((width, i) => (
        <g key={width} transform={`translate(0 ${i * 54})`}>
          <Words x={54} y={142} size={20} weight={700} fill={color.ink400}>
            {i + 2}
          </Words>
          <g opacity={1 - i * 0.2}>
            <Box x={92} y={116} w={330} h={44} r={10} fill={color.white} />
            <circle cx="114" cy="130" r="5" fill={color.ink300} />
            <Box x={126} y={127} w={64} h={6} fill={color.ink200} />
            <Box x={108} y={141} w={width} h={9} fill={color.blueLight} />
          </g>
        </g>
      ))}
      <g fill="none" stroke={color.ink} strokeWidth="4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M376 262C398 214 344 150 372 90" strokeDasharray="1 10" />
        <path d="M360 102l13-16 11 17" />
      </g>
    </Drawing>
  );
}
