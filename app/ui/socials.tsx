import type { ReactNode } from "react";

/** Marks of the networks: lucide has no brands. 24 by 24. */
const MARKS: Record<Network, string> = {
  Facebook:
    "M13.6 21v-7.6h2.6l.4-3h-3V8.5c0-.87.24-1.46 1.49-1.46h1.59V4.36A21 21 0 0 0 14.36 4.24c-2.29 0-3.86 1.4-3.86 3.97v2.19H8v3h2.5V21h3.1Z",
  Instagram:
    "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3H8Zm4 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4Zm0 2a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Zm4.6-3.6a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z",
  LinkedIn:
    "M5 3.5a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8ZM3.4 9h3.2v11.5H3.4V9Zm5.3 0h3.06v1.57h.04c.43-.8 1.47-1.64 3.02-1.64 3.24 0 3.84 2.13 3.84 4.9v6.67h-3.2v-5.9c0-1.41-.03-3.22-1.96-3.22-1.97 0-2.27 1.53-2.27 3.12v6H8.7V9Z",
  YouTube:
    "M12 5c3.3 0 6.3.1 7.5.4.9.3 1.6 1 1.8 1.9.3 1.2.4 2.9.4 4.7s-.1 3.5-.4 4.7c-.2.9-.9 1.6-1.8 1.9-1.2.3-4.2.4-7.5.4s-6.3-.1-7.5-.4c-.9-.3-1.6-1-1.8-1.9-.3-1.2-.4-2.9-.4-4.7s.1-3.5.4-4.7c.2-.9.9-1.6 1.8-1.9C5.7 5.1 8.7 5 12 5Zm-2 4v6l5.2-3L10 9Z",
};

type Network = "Facebook" | "Instagram" | "LinkedIn" | "YouTube";

/** The profiles of the business, in the spec's order; only those that have an address. */
export type Profiles = { network: Network; url: string }[];

/** Links to the profiles, as icons with names. Nothing at all where there is none. */
export function Socials({ profiles, label }: { profiles: Profiles; label: string }): ReactNode {
  if (profiles.length === 0) return null;
  return (
    <ul className="socials" aria-label={label}>
      {profiles.map(({ network, url }) => (
        <li key={network}>
          <a href={url} rel="me noopener">
            <svg viewBox="0 0 24 24" fillRule="evenodd" aria-hidden="true">
              <path d={MARKS[network]} />
            </svg>
            <span className="sr">{network}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
