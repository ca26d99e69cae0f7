// A page that shows itself and sends nothing.

const INERT = "connect-src 'none'; form-action 'none'";

/** Makes a page's policy let nothing be sent from it: its forms do nothing. */
export function makeInert(page: Response): Response {
  const policy = page.headers.get("Content-Security-Policy") ?? "";
  page.headers.set("Content-Security-Policy", policy.replace("form-action 'self'", INERT));
  return page;
}
