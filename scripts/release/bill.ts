import path from "node:path";
import type { Component } from "./components.ts";
import { readJson, root } from "./packages.ts";

/**
 * Writes the bill of materials in CycloneDX 1.6.
 * @param node the version of Node in the image, which isn't in the archive
 */
export function writeBill(components: Component[], platform: string, node: string, at: Date): string {
  const { name, version, license } = readJson(path.join(root, "package.json"));
  const own = { type: "application", "bom-ref": "site", name, version, licenses: licensesOf(license) };
  const listed = components.map((one) => ({
    type: "library",
    "bom-ref": one.inside ? `${one.purl}?in=${one.inside}` : one.purl,
    name: one.name,
    version: one.version,
    licenses: licensesOf(one.license),
    purl: one.purl,
    properties: [{ name: "seo-pro-zone:in", value: one.folder ?? one.inside ?? "the bundle" }],
  }));
  const image = {
    type: "platform",
    "bom-ref": `pkg:generic/node@${node}`,
    name: "node",
    version: node,
    licenses: licensesOf("MIT"),
    purl: `pkg:generic/node@${node}`,
    properties: [{ name: "seo-pro-zone:in", value: "the image only; the archive uses the server's" }],
  };
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: { ...own, properties: [{ name: "seo-pro-zone:platform", value: platform }] },
    },
    components: [...listed, image],
  };
  return `${JSON.stringify(bill, null, 1)}\n`;
}

const licensesOf = (license: string) =>
  / (AND|OR) |^LicenseRef-/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

/** Writes what a release contains that others made, with each license's text once. */
export function writeNotices(components: Component[]): string {
  const byText = new Map<string, Component[]>();
  for (const one of components) byText.set(one.text, [...(byText.get(one.text) ?? []), one]);
  const parts = [...byText].map(([text, all]) => {
    const names = all.map(({ name, version, license, inside, copyright }) => {
      const line = `${name} ${version}, ${license}${inside ? `, in ${inside}` : ""}`;
      return copyright ? `${line}\n  ${copyright}` : line;
    });
    return `${[...new Set(names)].join("\n")}\n\n${text}\n`;
  });
  const intro =
    "SEO Pro Zone contains the following software and fonts, each under its own license. Node.js, which the image contains as well, has its license in /usr/local/LICENSE.\n";
  return [intro, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}
