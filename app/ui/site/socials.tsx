import type { ReactNode } from "react";
import { ICONS_PATH } from "./named-icon.tsx";
import type { Network } from "./network-marks.ts";

/** The business's profiles in the spec's order, only those with a URL. */
export type Profiles = { network: Network; url: string }[];

/** Renders profile links as named icons; nothing if there are none. */
export function Socials({ profiles, label }: { profiles: Profiles; label: string }): ReactNode {
  if (profiles.length === 0) return null;
  return (
    <ul className="socials" aria-label={label}>
      {profiles.map(({ network, url }) => (
        <li key={network}>
          <a href={url} rel="me noopener">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <use href={`${ICONS_PATH}#${network}`} />
            </svg>
            <span className="sr">{network}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
