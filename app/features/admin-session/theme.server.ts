type Theme = "light" | "dark";

/** Reads the theme on the server, so that the first paint is right. The panel's theme button writes the cookie. */
export function themeOf(request: Request): Theme {
  return /(?:^|;\s*)panel_theme=dark(?:;|$)/.test(request.headers.get("Cookie") ?? "") ? "dark" : "light";
}
