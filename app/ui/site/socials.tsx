import type { ReactNode } from "react";
import { DRAWINGS_PATH } from "./named-icon.tsx";
import type { Network } from "./network-marks.ts";

/** The business's social profiles that have a URL, in the spec's order. */
export type Profiles = { network: Network; url: string }[];

export function Socials({ profiles, label }: { profiles: Profiles; label: string }): ReactNode {
  if (profiles.length === 0) return null;
  return (
    <ul className="socials" aria-label={label}>
      {profiles.map(({ network, url }) => (
        <li key={network}>
          <a href={url} rel="me noopener">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <use href={`${DRAWINGS_PATH}#${network}`} />
            </svg>
            <span className="sr">{network}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
