import type { Theme } from "./theme.ts";

/**
 * Reads the theme cookie on the server to avoid a flash of the wrong theme.
 * @returns null until the moon or sun was clicked: the browser then follows the system
 */
export function themeOf(request: Request): Theme | null {
  const [, theme] =
    /(?:^|;\s*)panel_theme=(dark|light)(?:;|$)/.exec(request.headers.get("Cookie") ?? "") ?? [];
  return (theme as Theme | undefined) ?? null;
}
