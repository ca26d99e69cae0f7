import { useLocation } from "react-router";

export function TryAgain({ label, className = "btn" }: { label: string; className?: string }) {
  const { pathname, search } = useLocation();
  return (
    <a className={className} href={pathname + search}>
      {label}
    </a>
  );
}
