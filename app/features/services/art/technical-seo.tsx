import { Box, color, Drawing, Lifted, Words } from "./parts.tsx";

export function TechnicalSeoArt() {
  return (
    <Drawing>
      <g fill="none" strokeLinejoin="round">
        <path
          d="M240 74V112M240 112H96V140M240 112H384V140M240 112V140M96 180V208M96 208H56V232M96 208H136V232M240 180V232M384 180V208M384 208H344V232M384 208H424V232"
          stroke={color.ink300}
          strokeWidth="3"
        />
        <path d="M240 74V112H384V208H424V232" stroke={color.blue} strokeWidth="4" />
      </g>
      <Box x={196} y={36} w={88} h={40} r={10} fill={color.ink} />
      <Words x={240} y={61} size={18} fill={color.zone} centered>
        /
      </Words>
      <Box x={52} y={140} w={88} h={40} r={10} fill={color.white} />
      <Box x={68} y={156} w={44} h={8} fill={color.ink300} />
      <Box x={196} y={140} w={88} h={40} r={10} fill={color.white} />
      <Box x={212} y={156} w={44} h={8} fill={color.ink300} />
      <Box x={340} y={140} w={88} h={40} r={10} fill={color.blue} />
      <Box x={356} y={156} w={56} h={8} fill={color.white} />
      {[28, 108, 212, 316].map((x) => (
        <Box key={x} x={x} y={232} w={56} h={52} r={10} fill={color.white} />
      ))}
      <Lifted>
        <Box x={396} y={232} w={56} h={52} r={10} fill={color.zone} />
      </Lifted>
      <g fill="none" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M46 258l7 8 14-15M126 258l7 8 14-15M230 258l7 8 14-15" stroke={color.up} />
        <path d="M336 250l16 16m0-16-16 16" stroke={color.down} />
        <path d="M414 258l7 8 14-15" stroke={color.ink} />
      </g>
    </Drawing>
  );
}
