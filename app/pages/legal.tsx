import { pageMeta } from "../features/page-seo/meta.ts";
import { breadcrumbData } from "../features/page-seo/structured-data.ts";
import { layOutArticle } from "../platform/text/article.ts";
import { Breadcrumb } from "../ui/site/breadcrumb.tsx";
import { Contents } from "../ui/site/contents.tsx";
import { RichTextView } from "../ui/site/rich-text-view.tsx";
import type { Route } from "./+types/legal";
import { loadFrame } from "./frame.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const name = /^\/terms\b/.test(new URL(request.url).pathname) ? "terms" : "privacy";
  const frame = await loadFrame(context, name, `/${name}`);
  return { ...frame, name, article: layOutArticle(frame.texts.content.html) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, texts, name } = loaderData;
  const step = { label: texts.content.title, path: `/${name}` };
  return pageMeta(head, breadcrumbData(loaderData, [step]));
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  const { texts, article } = loaderData;
  const { title, last_updated_label, last_updated, contents_title } = texts.content;
  return (
    <article>
      <header className="hero hero--page hero--post">
        <div className="wrap">
          <Breadcrumb steps={[{ label: title }]} />
          <h1 className="h1">{title}</h1>
          <p className="lead">
            {last_updated_label} {last_updated}
          </p>
        </div>
      </header>
      <div className="wrap article article--last">
        <div className="cols cols--post">
          <Contents title={contents_title} headings={article.headings} />
          <RichTextView html={article.html} />
        </div>
      </div>
    </article>
  );
}
