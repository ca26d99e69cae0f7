import { Box, color, Drawing, Lifted, Words } from "./parts.tsx";

export function SeoConsultingArt() {
  return (
    <Drawing>
      <Lifted>
        <Box x={72} y={28} w={244} h={320} r={12} fill={color.white} />
      </Lifted>
      <Box x={96} y={54} w={132} h={14} r={5} fill={color.ink} />
      <Box x={96} y={84} w={196} h={7} fill={color.ink200} />
      <Box x={96} y={102} w={180} h={7} fill={color.ink200} />
      <Box x={96} y={120} w={150} h={7} fill={color.ink200} />
      <Box x={92} y={138} w={156} h={19} r={4} fill={color.zone} />
      <Box x={96} y={144} w={146} h={7} fill={color.ink} />
      <Box x={96} y={168} w={188} h={7} fill={color.ink200} />
      <Box x={96} y={196} w={196} h={92} r={8} fill={color.bluePale} />
      <g fill="none" stroke={color.blue} strokeLinecap="round">
        <path
          d="M108 270C118.7 266 129.3 258 140 258C149.3 258 158.7 262 168 262C180 262 192 243.3 204 238C216 232.7 228 230.9 240 226C252.7 220.8 265.3 212.7 278 206"
          strokeWidth="4"
        />
        <path d="M248 148H292" strokeWidth="2" strokeDasharray="1 6" />
      </g>
      <circle cx="278" cy="206" r="6" fill={color.blue} />
      <Lifted>
        <Box x={292} y={108} w={148} h={88} r={12} fill={color.blue} />
      </Lifted>
      <circle cx="318" cy="134" r="11" fill={color.zone} />
      <Words x={318} y={138.5} size={10} centered>
        JM
      </Words>
      <Words x={338} y={138.5} size={13} weight={700} fill={color.white}>
        Fix this first
      </Words>
      <Box x={308} y={155} w={112} h={7} fill={color.white} opacity={0.75} />
      <Box x={308} y={170} w={84} h={7} fill={color.white} opacity={0.55} />
    </Drawing>
  );
}
