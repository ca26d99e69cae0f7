import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { settingsTab as words } from "../../copy/panel/settings.ts";

type Subject = keyof typeof words.subjects;

/** The URL fragment of each subject's first card. */
const FIRST_CARDS: Record<Subject, string> = {
  business: "general",
  brand: "brand",
  email: "mail",
  analytics: "tracking",
  enquiries: "enquiries",
  security: "password",
  advanced: "advanced",
};
const SUBJECTS = Object.keys(FIRST_CARDS) as Subject[];

export function Subjects({ of }: { of: Record<Subject, ReactNode> }) {
  const box = useRef<HTMLDivElement>(null);
  const nav = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState<Subject>("business");
  useEffect(() => {
    const seen = new Set<Element>();
    // The current subject is the one that crosses a line near the top of the window.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
        const at = [...(box.current?.children ?? [])].findIndex((part) => seen.has(part));
        if (SUBJECTS[at]) setCurrent(SUBJECTS[at]);
      },
      { rootMargin: "-30% 0px -70% 0px" },
    );
    for (const part of box.current?.children ?? []) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[href$="#${FIRST_CARDS[current]}"]`);
    // Scroll the row only, never the page.
    if (link && nav.current) nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);
  return (
    <>
      <nav className="views setnav" aria-label={words.nav} ref={nav}>
        {SUBJECTS.map((subject) => (
          <Link
            key={subject}
            className="btn btn--ghost"
            to={{ hash: FIRST_CARDS[subject] }}
            aria-current={subject === current ? "true" : undefined}
          >
            {words.subjects[subject]}
          </Link>
        ))}
      </nav>
      <div className="setts" ref={box}>
        {SUBJECTS.map((subject) => (
          <div key={subject} className="setts">
            {of[subject]}
          </div>
        ))}
      </div>
    </>
  );
}
