// A page that can be viewed but sends nothing.

const INERT = "connect-src 'none'; form-action 'none'";

/** Changes a page's policy so that nothing can be sent from it: its forms do nothing. */
export function makeInert(page: Response): Response {
  const policy = page.headers.get("Content-Security-Policy") ?? "";
  page.headers.set("Content-Security-Policy", policy.replace("form-action 'self'", INERT));
  return page;
}
