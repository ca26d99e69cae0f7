export function RelatedPages(props: { title: string; links: readonly { label: string; href: string }[] }) {
  const { title, links } = props;
  return (
    <nav className="section section--white" aria-labelledby="related-pages">
      <div className="wrap">
        <h2 className="h3" id="related-pages">
          {title}
        </h2>
        <ul className="pills lp__related">
          {links.map(({ label, href }) => (
            <li key={href}>
              <a className="pill" href={href}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
