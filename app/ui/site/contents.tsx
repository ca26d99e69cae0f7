export function Contents({ title, headings }: { title: string; headings: { id: string; label: string }[] }) {
  return (
    <nav className="toc sticky" aria-labelledby="contents">
      <h2 id="contents">{title}</h2>
      {headings.map(({ id, label }) => (
        <a key={id} href={`#${id}`}>
          {label}
        </a>
      ))}
    </nav>
  );
}
