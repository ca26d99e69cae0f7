const INERT = "connect-src 'none'; form-action 'none'";

/** Changes a page's policy so that its forms and scripts can't send anything. */
export function makeInert(page: Response): Response {
  const policy = page.headers.get("Content-Security-Policy") ?? "";
  page.headers.set("Content-Security-Policy", policy.replace("form-action 'self'", INERT));
  return page;
}
