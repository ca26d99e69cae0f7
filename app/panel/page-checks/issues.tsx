import { ExternalLink, Pencil, RotateCw } from "lucide-react";
import { Link } from "react-router";
import { siteCheck as words } from "../../copy/panel/site-check.ts";
import type { ShownGroup, ShownLine } from "./site.server.ts";

export type Post = (values: Record<string, string>) => void;

export function Group({ group, isAlone, post }: { group: ShownGroup; isAlone: boolean; post: Post }) {
  const { kind, total, lines } = group;
  return (
    <>
      <h3>
        {words.kinds[kind]} <span className="subtle num">({total.toLocaleString("en-US")})</span>
      </h3>
      <ul>
        {lines.map((line) => (
          <Line key={line.about + line.pages[0]?.path} line={line} post={post} />
        ))}
      </ul>
      {!isAlone && total > lines.length && (
        <Link className="more" to={`?kind=${kind}`}>
          {words.showAll(total)}
          <span className="sr"> {words.kinds[kind]}</span>
        </Link>
      )}
    </>
  );
}

function Line({ line, post }: { line: ShownLine; post: Post }) {
  const { kind, about, text, pages, more } = line;
  const paths = pages.map(({ path }) => path);
  const [first = "/"] = paths;
  return (
    <li>
      <p>{text}</p>
      {pages.map(({ path, places }) => (
        <div className="issues__page" key={path}>
          <a className="mono" href={path} target="_blank" rel="noopener">
            {path}
            <ExternalLink className="i" aria-hidden />
            <span className="sr"> {words.view}</span>
          </a>
          {places.map(({ label, to }) => (
            <Link className="btn btn--line" key={to} to={to}>
              <Pencil className="i" aria-hidden />
              {label || words.edit}
              {!label && <span className="sr">{words.editOf(path)}</span>}
            </Link>
          ))}
        </div>
      ))}
      {more > 0 && <p className="subtle">{words.morePages(more)}</p>}
      <div className="issues__acts">
        <button
          type="button"
          className="btn btn--ghost"
          onClick={() => post({ intent: "again", paths: paths.join("\n") })}
        >
          <RotateCw className="i" aria-hidden />
          {words.again}
          <span className="sr">{words.againOf(first)}</span>
        </button>
        <button
          type="button"
          className="btn btn--ghost"
          onClick={() => post({ intent: "leave", kind, about, path: first })}
        >
          {words.ignore}
          <span className="sr">{words.ignoreOf(first)}</span>
        </button>
      </div>
    </li>
  );
}
