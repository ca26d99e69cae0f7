import { Box, color, Drawing, Lifted, Stars, Words } from "./parts.tsx";

export function GbpOptimizationArt() {
  return (
    <Drawing>
      <Lifted>
        <Box x={112} y={26} w={256} h={310} r={16} fill={color.white} />
      </Lifted>
      <path d="M112 42a16 16 0 0 1 16-16h224a16 16 0 0 1 16 16v66H112Z" fill={color.blue} />
      <Box x={148} y={58} w={92} h={50} r={4} fill={color.blueLight} />
      <path d="M138 60h112l-8-20h-96Z" fill={color.zone} />
      <Box x={162} y={76} w={24} h={32} r={2} fill={color.ink} />
      <Box x={200} y={74} w={28} h={20} r={2} fill={color.white} />
      <Box x={262} y={50} w={82} h={58} r={4} fill={color.blueDark} />
      <path
        d="M274 62h22v16h-22zM308 62h22v16h-22zM274 86h22v22h-22zM308 86h22v22h-22z"
        fill={color.blueLight}
      />
      <Words x={132} y={138} size={17}>
        Copperline HVAC
      </Words>
      <Words x={132} y={160} size={13} weight={600}>
        4.9
      </Words>
      <Stars x={164} y={155.5} />
      <Words x={238} y={160} size={12} weight={500} fill={color.ink500}>
        (612)
      </Words>
      {["Call", "Directions", "Website"].map((action, i) => (
        <g key={action} transform={`translate(${i * 74})`}>
          <Box x={132} y={174} w={66} h={30} fill={i ? color.ink100 : color.zone} />
          <Words x={165} y={193.5} size={12} weight={700} centered>
            {action}
          </Words>
        </g>
      ))}
      <path fill={color.ink200} d="M132 222h216v1.5H132z" />
      <Words x={132} y={246} size={13} weight={700} fill={color.up}>
        Open
      </Words>
      <Words x={172} y={246} size={13} weight={500} fill={color.ink600}>
        Closes 6 PM
      </Words>
      <Box x={132} y={262} w={180} h={8} fill={color.ink200} />
      <Box x={132} y={278} w={140} h={8} fill={color.ink200} />
      <Box x={132} y={294} w={196} h={8} fill={color.ink200} />
    </Drawing>
  );
}
