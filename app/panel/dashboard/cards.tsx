import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type To } from "react-router";

export function Counter({ label, value, children }: { label: string; value: number; children: ReactNode }) {
  return (
    <div className="card kpi">
      <span>{label}</span>
      <b className="num">{value.toLocaleString("en-US")}</b>
      <small>{children}</small>
    </div>
  );
}

export function QuickAction({
  icon: Icon,
  title,
  to,
  children,
}: {
  icon: LucideIcon;
  title: string;
  to: To;
  children: ReactNode;
}) {
  return (
    <Link className="card act" to={to}>
      <span className="ic">
        <Icon className="i" aria-hidden />
      </span>
      <b>{title}</b>
      <p>{children}</p>
    </Link>
  );
}
