import { Download, Plus } from "lucide-react";
import type { ReactNode, Ref } from "react";

/** Renders a tab's heading, which gets focus when a clicked button disappears along with its row. */
export function TabHead(props: {
  title: string;
  about?: ReactNode;
  heading?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
}) {
  const { title, about, heading, children } = props;
  return (
    <div className="ahead">
      <div>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {about && <p>{about}</p>}
      </div>
      {children}
    </div>
  );
}

/** @param props.isSecondary whether the tab has a more important button */
export function AddButton(props: { onClick: () => void; isSecondary?: boolean; children: string }) {
  const { onClick, isSecondary, children } = props;
  return (
    <button type="button" className={isSecondary ? "btn btn--line" : "btn"} onClick={onClick}>
      <Plus className="i" aria-hidden />
      {children}
    </button>
  );
}

/** @param props.query the filter from the tab's URL */
export function ExportLink({ to, query, children }: { to: string; query: string; children: string }) {
  return (
    <a className="btn btn--line" href={query ? `${to}?${query}` : to}>
      <Download className="i" aria-hidden />
      {children}
    </a>
  );
}

/** @param props.what for example "case studies" */
export const Unavailable = ({ what }: { what: string }) => (
  <p className="state">The {what} couldn't be loaded. Reload the page in a minute.</p>
);
