import { Check } from "lucide-react";

export function Ticks({ items, className = "feats" }: { items: readonly string[]; className?: string }) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item}>
          <Check className="i" aria-hidden="true" />
          {item}
        </li>
      ))}
    </ul>
  );
}
