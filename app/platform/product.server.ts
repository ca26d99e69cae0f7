import product from "../../package.json" with { type: "json" };

/** The running version, from package.json, as in CHANGELOG.md and release tags. */
export const PRODUCT_VERSION: string = product.version;
