/** Matches the parts of a price: "from", "$1999", "/month". */
const PARTS = /^(\D*?)\s*(\p{Sc}?[\d.,]+)\s*(\/.*)?$/u;

/**
 * Renders a price with a large amount and small text around it. A price that isn't an amount, such as "On request",
 * is shown unchanged.
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
