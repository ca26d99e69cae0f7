/** Its parts: "from", "$1999", "/month". */
const PARTS = /^(\D*?)\s*(\p{Sc}?[\d.,]+)\s*(\/.*)?$/u;

/**
 * A price, its amount large and what stands around it small. One that is no amount, such as an owner's "On
 * request", stands as it is.
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
