// Adds the page key, which only panel pages have, to the panel's own requests.

export const PAGE_KEY = "X-Panel-Page";

let key: string | undefined;

/**
 * Adds the page key to every request that scripts of this page make from now on. Call it once in the browser, before
 * the first request. There's no other way to add a header to React Router's requests.
 */
export function sendPageKey() {
  const send = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    const key = keyOfPage();
    if (key) request.headers.set(PAGE_KEY, key);
    return send(request);
  };
  // Uploads use XMLHttpRequest because it reports progress.
  const sendWithProgress = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (body) {
    const key = keyOfPage();
    if (key) this.setRequestHeader(PAGE_KEY, key);
    sendWithProgress.call(this, body);
  };
}

/** Reads the key once from the initial page, because an error page that replaces it doesn't have it. */
function keyOfPage(): string | undefined {
  key ??= document.querySelector<HTMLElement>("[data-page-key]")?.dataset.pageKey;
  return key;
}
