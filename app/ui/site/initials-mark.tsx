import { ACCENT, MARKER } from "./brand-color.ts";

/**
 * Renders initials for sites without a logo. Decorative: the element around it names the site.
 * `features/drawn/icon.server.ts` draws the same shape.
 */
export function InitialsMark({
  letters,
  className,
  size = 40,
}: {
  letters: string;
  className?: string;
  size?: number;
}) {
  const isOne = Array.from(letters).length < 2;
  return (
    <svg className={className} viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <rect width="40" height="40" rx="10" fill={ACCENT} />
      <rect x="7" y="28.6" width="26" height="5" rx="1.6" fill={MARKER} />
      <text
        x="20"
        y={isOne ? 25.6 : 24.4}
        fill="#fff"
        textAnchor="middle"
        fontSize={isOne ? 25 : 20}
        fontWeight="800"
        letterSpacing={isOne ? undefined : "-.6"}
      >
        {letters}
      </text>
    </svg>
  );
}
