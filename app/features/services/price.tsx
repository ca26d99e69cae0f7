/** Matches a price in up to three parts, such as "from", "$1999" and "/month". */
const PARTS = /^(\D*?)\s*(\p{Sc}?[\d.,]+)\s*(\/.*)?$/u;

/**
 * Renders a price with a large amount and small text around it. Other text, such as "On request", stays
 * unchanged.
 */
export function Price({ price, className = "price" }: { price: string; className?: string }) {
  const [, before, amount, per] = PARTS.exec(price.trim()) ?? [];
  if (!amount) return <p className={className}>{price}</p>;
  return (
    <p className={className}>
      {before && <small>{before} </small>}
      {amount}
      {per && <small>{per}</small>}
    </p>
  );
}
