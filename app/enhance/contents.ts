/** Marks the current section in a table of contents: the last whose heading is in or above the window's top third. */
export function markContents() {
  const links = document.querySelectorAll<HTMLAnchorElement>(".toc a[href^='#']");
  const parts = [...links].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? { link, heading } : [];
  });
  const mark = () => {
    const read = parts.findLast(({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3);
    for (const part of parts) part.link.ariaCurrent = part === (read ?? parts[0]) ? "true" : null;
  };
  const seen = new IntersectionObserver(mark, { rootMargin: "0px 0px -66%" });
  for (const { heading } of parts) seen.observe(heading);
}
