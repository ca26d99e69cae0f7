import { messages } from "../copy/messages.ts";

/** Says to the owner, who is logged in, what is other on public pages for that, and leads to the panel. */
export function OwnerBar({ panel }: { panel: string }) {
  const { label, text, panel: link } = messages.ownerBar;
  return (
    <aside className="owner-bar" aria-label={label}>
      <div className="wrap">
        <p>{text}</p>
        <a href={panel}>{link}</a>
      </div>
    </aside>
  );
}
