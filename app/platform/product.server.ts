import product from "../../package.json" with { type: "json" };

/** From package.json, as in CHANGELOG.md and release tags. */
export const PRODUCT_VERSION: string = product.version;
