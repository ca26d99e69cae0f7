import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { settingsTab as words } from "../../copy/panel/settings.ts";
import { SUBJECTS, type Subject, subjectPath } from "../../features/settings/subjects.ts";

/** Renders the links to the tab's pages: a list beside the page, or a scrolling row above it on small screens. */
export function Subjects({ current }: { current: Subject }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[href="${subjectPath(current)}"]`);
    // Scroll the row only, never the page.
    if (link && nav.current) nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);
  return (
    <nav className="views setnav" aria-label={words.nav} ref={nav}>
      {SUBJECTS.map((subject) => (
        <Link
          key={subject}
          className="btn btn--ghost"
          to={subjectPath(subject)}
          aria-current={subject === current ? "page" : undefined}
        >
          {words.subjects[subject]}
        </Link>
      ))}
    </nav>
  );
}
