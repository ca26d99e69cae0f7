// Prints a version's section of CHANGELOG.md, for its release. Fails if package.json has a different version or
// the section is empty.
//   node scripts/release-notes.mjs v1.2.3
import { readFileSync } from "node:fs";

const [, , tag = ""] = process.argv;
const asked = tag.replace(/^v/, "");
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const changelog = readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8");
const section = changelog.split(/^## /m).find((text) => text.startsWith(`[${asked}]`));
const notes = section?.slice(section.indexOf("\n")).trim();

if (asked !== version) fail(`The tag is ${tag || "missing"}, and package.json has version ${version}.`);
if (!notes) fail(`CHANGELOG.md has no section ## [${asked}] with anything in it.`);
process.stdout.write(`${notes}\n`);

/** @param {string} line @returns {never} */
function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
