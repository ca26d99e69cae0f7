import { useLocation } from "react-router";

/** Renders a link to the page that couldn't be read. */
export function TryAgain({ label, className = "btn" }: { label: string; className?: string }) {
  const { pathname, search } = useLocation();
  return (
    <a className={className} href={pathname + search}>
      {label}
    </a>
  );
}
