/** The picture of an empty list: a line that stays flat, far below the zone. */
export function FlatLine() {
  return (
    <svg className="art" viewBox="0 0 96 72" aria-hidden="true">
      <rect width="96" height="18" rx="4" fill="#e2f54b" />
      <path d="M0 34h96M0 50h96M0 66h96" stroke="var(--line)" strokeWidth="2" />
      <path
        d="M4 62c20-2 30 2 44-2s24-2 44-4"
        fill="none"
        stroke="var(--subtle)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="1 7"
      />
    </svg>
  );
}
