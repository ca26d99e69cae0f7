// What the panel's own requests carry: a key that only its pages hold.

/** The header with the key. */
export const PAGE_KEY = "X-Panel-Page";

let key: string | undefined;

/**
 * From now on every request that scripts of this page make carries the page's key; called once, in the browser, before
 * the first of them. React Router's own requests cannot be given a header in another way.
 */
export function sendPageKey() {
  const send = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    const key = keyOfPage();
    if (key) request.headers.set(PAGE_KEY, key);
    return send(request);
  };
  // Uploads go this way, which tells their progress.
  const sendWithProgress = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (body) {
    const key = keyOfPage();
    if (key) this.setRequestHeader(PAGE_KEY, key);
    sendWithProgress.call(this, body);
  };
}

/** Known from the page as it came: an error that takes the frame's place has none. */
function keyOfPage(): string | undefined {
  key ??= document.querySelector<HTMLElement>("[data-page-key]")?.dataset.pageKey;
  return key;
}
