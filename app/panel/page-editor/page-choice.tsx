import { landingPages } from "../../copy/panel/landing-pages.ts";
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import { pagePath } from "../../copy/site/page-path.ts";
import { pages } from "../../copy/site/pages.ts";
import { Choice } from "../../ui/panel/list-parts.tsx";

const PATHS: string[] = (Object.keys(pages) as (keyof typeof pages)[])
  .filter((name) => name !== "not-found")
  .map((name) => pagePath(name));

/**
 * Renders the choice of the page to edit.
 * @param props.path of the open page, which may be a record's
 * @param props.added the pages that the owner added
 */
export function PageChoice(props: { path: string; added: readonly { title: string; path: string }[] }) {
  const { path, added } = props;
  const isListed = PATHS.includes(path) || added.some((one) => one.path === path);
  return (
    <Choice name="path" label={words.page} value={path} clears={["edit"]} isWide>
      {(isListed ? PATHS : [...PATHS, path]).map((one) => (
        <option key={one} value={one}>
          {one === "/" ? words.home : one}
        </option>
      ))}
      {added.length > 0 && (
        <optgroup label={landingPages.views.added}>
          {added.map((one) => (
            <option key={one.path} value={one.path}>
              {one.title}
            </option>
          ))}
        </optgroup>
      )}
    </Choice>
  );
}
