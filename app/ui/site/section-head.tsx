import { ArrowRight } from "lucide-react";

export function SectionHead({ title, intro }: { title: string; intro?: string }) {
  return (
    <div className={intro === undefined ? "head" : "head head--split"}>
      <h2 className="h2">{title}</h2>
      {intro !== undefined && <p className="lead">{intro}</p>}
    </div>
  );
}

export function ViewAll({ href, label }: { href: string; label: string }) {
  return (
    <p className="head__all">
      <a className="btn btn--line" href={href}>
        {label}
        <ArrowRight className="i i-arrow" aria-hidden="true" />
      </a>
    </p>
  );
}
