/** The manifest's path, without a version. */
export const MANIFEST = "/site.webmanifest";
