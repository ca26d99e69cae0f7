type Theme = "light" | "dark";

/** Reads the theme cookie on the server to avoid a flash of the wrong theme. */
export function themeOf(request: Request): Theme {
  return /(?:^|;\s*)panel_theme=dark(?:;|$)/.test(request.headers.get("Cookie") ?? "") ? "dark" : "light";
}
