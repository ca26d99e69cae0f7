import product from "../../package.json" with { type: "json" };

/** The version that runs, of package.json: what CHANGELOG.md and the tags of releases call it. */
export const PRODUCT_VERSION: string = product.version;
