import { ArrowLeft } from "lucide-react";

/** Renders the link from a record's page back to the list. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <a className="back" href={href}>
      <ArrowLeft className="i" aria-hidden="true" />
      {label}
    </a>
  );
}
