/** The manifest's path, without its version. */
export const MANIFEST = "/site.webmanifest";
