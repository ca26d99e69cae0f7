/** Matches a price in up to three parts, such as "from", "$1999" and "/month". */
const PARTS = /^(\D*?)\s*(\p{Sc}?[\d.,]+)\s*(\/.*)?$/u;

/**
 * Renders a price with a large amount and small text around it. Other text, such as "On request", stays
 * unchanged.
 * @param props.period follows the price, such as "/month"
 */
export function Price({
  price,
  period = "",
  className = "price",
}: {
  price: string;
  period?: string;
  className?: string;
}) {
  const [, before, amount, per = period] = PARTS.exec(price.trim()) ?? [];
  if (!amount) return <p className={className}>{price + period}</p>;
  return (
    <p className={className}>
      {before && <small>{before} </small>}
      {amount}
      {per && <small>{per}</small>}
    </p>
  );
}
