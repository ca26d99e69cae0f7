import { Box, color, Drawing, Lifted, Pin, Stars, Words } from "./parts.tsx";

const PARKS = [
  [0, 0],
  [1, 5],
  [3, 4],
  [5, 3],
  [7, 2],
] as const;
const SQUARES = [
  [0, 5],
  [1, 4],
  [2, 3],
  [3, 2],
  [4, 1],
  [5, 0],
  [5, 5],
  [6, 4],
  [7, 3],
  [8, 2],
] as const;

/** Nine blocks in each of six rows. */
const BLOCK = "h50q5 0 5 5v42q0 5-5 5h-50q-5 0-5-5v-42q0-5 5-5zm70 0";
const CITY = `M-55-70${`${BLOCK.repeat(9)}m-630 62`.repeat(6)}`;

function Blocks({ at, fill }: { at: readonly (readonly [number, number])[]; fill: string }) {
  return at.map(([i, j]) => (
    <Box key={`${i} ${j}`} x={i * 70 - 60} y={j * 62 - 70} w={60} h={52} r={5} fill={fill} />
  ));
}

export function LocalSeoArt() {
  return (
    <Drawing>
      <g transform="rotate(-9 240 120)">
        <path fill="#e3e7ee" d={CITY} />
        <Blocks at={PARKS} fill="#d6ead9" />
        <Blocks at={SQUARES} fill={color.white} />
        <path d="M-80 172H560M220-100V420" stroke={color.white} strokeWidth="15" />
        <path
          d="M-80 172H214V-100"
          fill="none"
          stroke={color.blueLight}
          strokeWidth="5"
          strokeDasharray="1 11"
          strokeLinecap="round"
        />
      </g>
      <Pin x={388} y={92} scale={0.62} fill={color.ink400} dot={color.white} />
      <Pin x={90} y={82} scale={0.62} fill={color.ink400} dot={color.white} />
      <Pin x={240} y={128} scale={1.35} fill={color.blue} dot={color.zone} />
      <Lifted>
        <Box x={64} y={158} w={352} h={190} r={14} fill={color.white} />
      </Lifted>
      <path fill={color.zone} d="M64 218v-46a14 14 0 0 1 14-14h324a14 14 0 0 1 14 14v46z" />
      <Words x={84} y={183} size={17}>
        1
      </Words>
      <Words x={108} y={182} size={15} weight={700}>
        Harbor & Pine Dental
      </Words>
      <Words x={108} y={203} size={12} weight={600}>
        4.9
      </Words>
      <Stars x={136} y={199} />
      <Words x={330} y={203} size={12} weight={500}>
        Open · 0.3 mi
      </Words>
      <Words x={84} y={243} size={17} fill={color.ink400}>
        2
      </Words>
      <Box x={108} y={233} w={150} h={9} fill={color.ink300} />
      <Box x={108} y={249} w={90} h={7} fill={color.ink200} />
      <Words x={84} y={291} size={17} fill={color.ink400}>
        3
      </Words>
      <Box x={108} y={281} w={126} h={9} fill={color.ink300} />
      <Box x={108} y={297} w={104} h={7} fill={color.ink200} />
    </Drawing>
  );
}
