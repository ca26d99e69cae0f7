import { Box, color, Drawing, Lifted, Stars, Words } from "./parts.tsx";

/** `x` is the left edge. */
function Rival({ x }: { x: number }) {
  return (
    <>
      <Box x={x} y={66} w={124} h={190} r={14} fill={color.white} />
      <Box x={x + 8} y={74} w={108} h={112} r={8} fill={color.ink100} />
      <Box x={x + 14} y={200} w={56} h={11} fill={color.ink300} />
      <Box x={x + 14} y={219} w={92} h={7} fill={color.ink200} />
      <Box x={x + 14} y={233} w={64} h={7} fill={color.ink200} />
    </>
  );
}

export function EcommerceSeoArt() {
  return (
    <Drawing>
      <Rival x={42} />
      <path d="M70 144c0-30 14-50 36-50s36 20 36 50Z" fill={color.blueLight} />
      <Box x={62} y={144} w={88} h={16} fill={color.ink400} />
      <Lifted>
        <Box x={178} y={44} w={124} h={236} r={14} fill={color.white} />
      </Lifted>
      <Box x={186} y={52} w={108} h={112} r={8} fill={color.bluePale} />
      <path d="M200 138V106c14 2 22-8 24-22l18-4c4 18 20 30 42 34 6 2 8 6 8 12v12Z" fill={color.blue} />
      <Box x={196} y={136} w={100} h={10} fill={color.ink} />
      <Box x={186} y={172} w={108} h={30} r={6} fill={color.zone} />
      <Words x={194} y={192} size={15}>
        $148.00
      </Words>
      <Words x={192} y={224} size={12} weight={600}>
        4.8
      </Words>
      <Stars x={220} y={220} />
      <Words x={192} y={246} size={12} weight={600} fill={color.up}>
        In stock
      </Words>
      <Box x={192} y={258} w={70} h={8} fill={color.ink200} />
      <Rival x={314} />
      <Box x={342} y={92} w={72} h={80} r={18} fill={color.ink300} />
      <path d="M362 92v-6a16 16 0 0 1 32 0v6" fill="none" stroke={color.ink400} strokeWidth="6" />
      <Box x={354} y={132} w={48} h={28} r={8} fill={color.ink100} />
    </Drawing>
  );
}
