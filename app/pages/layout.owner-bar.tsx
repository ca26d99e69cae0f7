import { messages } from "../copy/messages.ts";

/** Why it is there: the owner visits the site or looks at what is not saved, or others look by a link at what is not published. */
export type OwnerBarWords = keyof typeof messages.ownerBar;

/** Says to the owner, who is logged in, what is other on public pages for that, and leads to the panel. */
export function OwnerBar({ panel, says }: { panel: string; says: OwnerBarWords }) {
  const { label, text, panel: link } = messages.ownerBar[says];
  return (
    <aside className="owner-bar" aria-label={label}>
      <div className="wrap">
        <p>{text}</p>
        {link && <a href={panel}>{link}</a>}
      </div>
    </aside>
  );
}
