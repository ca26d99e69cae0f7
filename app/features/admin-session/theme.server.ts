/** Light or dark, as this browser last chose. */
type Theme = "light" | "dark";

/** Read on the server, so that the first paint is right (the panel's theme button writes the cookie). */
export function themeOf(request: Request): Theme {
  return /(?:^|;\s*)panel_theme=dark(?:;|$)/.test(request.headers.get("Cookie") ?? "") ? "dark" : "light";
}
