/** Where the manifest is, without its version. */
export const MANIFEST = "/site.webmanifest";
