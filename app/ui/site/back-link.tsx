import { ArrowLeft } from "lucide-react";

export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <a className="back" href={href}>
      <ArrowLeft className="i" aria-hidden="true" />
      {label}
    </a>
  );
}
