export const PAGE_KEY = "X-Panel-Page";

let key: string | undefined;

let isSent = false;

/**
 * Adds the page key to all requests from this page, because React Router can't add headers. Call it before the first
 * request. Further calls do nothing: two keys in one header would be rejected.
 */
export function sendPageKey() {
  if (isSent) return;
  isSent = true;
  const send = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    const key = keyOfPage();
    if (key) request.headers.set(PAGE_KEY, key);
    return send(request);
  };
  // Uploads use XMLHttpRequest for its progress events.
  const sendWithProgress = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (body) {
    const key = keyOfPage();
    if (key) this.setRequestHeader(PAGE_KEY, key);
    sendWithProgress.call(this, body);
  };
}

/** Error pages don't contain the key, so it's read once from the initial page. */
function keyOfPage(): string | undefined {
  key ??= document.querySelector<HTMLElement>("[data-page-key]")?.dataset.pageKey;
  return key;
}
