import { fetchPage } from "./fetch-page.ts";
/**
 * Turns the blog list's link to the next page into a Load More button (SPEC 2, 4). If the fetch fails, the browser
 * opens the next page.
 */
export function loadMore() {
  const more = document.querySelector<HTMLElement>("[data-more]");
  const link = more?.querySelector<HTMLAnchorElement>("[data-load-more]");
  if (!more || !link) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = link.className;
  button.textContent = link.textContent;
  const hadFocus = document.activeElement === link;
  link.replaceWith(button);
  if (hadFocus) button.focus();
  let { href } = link;
  const label = link.textContent;

  button.addEventListener("click", async () => {
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    button.textContent = link.dataset.loadMore ?? label;
    try {
      const page = await fetchPage(href);
      const posts = [...page.querySelectorAll("[data-results] > *")];
      const state = page.querySelector("[data-more]");
      const next = state?.querySelector<HTMLAnchorElement>("[data-load-more]");
      if (!posts[0] || !state) throw new Error();
      document.querySelector("[data-results]")?.append(...posts);
      // So that keyboard users continue at the first new post.
      posts[0].querySelector("a")?.focus({ preventScroll: true });
      for (const part of [".meter", "[role=status]"]) {
        const [old, fresh] = [more.querySelector(part), state.querySelector(part)];
        if (old && fresh) old.replaceChildren(...fresh.childNodes);
      }
      if (next) href = next.getAttribute("href") ?? href;
      else button.remove();
    } catch {
      location.assign(href);
    }
    button.ariaBusy = null;
    button.textContent = label;
  });
}
