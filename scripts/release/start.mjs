// The program of a release: `node start.mjs` runs the site, and `node start.mjs backup FILE` one of its commands.
// Nothing to install or build. If Node is too old, bootstrap.mjs downloads the right one.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(fileURLToPath(import.meta.url));
// Not this file's real path: a link that goes to the next release after an update must stay a link (decision 0061).
const folder = path.dirname(process.argv[1] ?? "");
const programs = path.join("build", readFileSync(path.join(root, "build/current"), "utf8"), "server");
const commands = readdirSync(path.join(root, programs)).flatMap(
  (file) => file.match(/^(?!site)[a-z]+(?=\.js$)/) ?? [],
);
const [command = "", ...args] = process.argv.slice(2);
if (command === "" || command.startsWith("-")) await run("scripts/serve.mjs", process.argv.slice(2));
else if (commands.includes(command)) await run(path.join(programs, `${command}.js`), args);
else {
  process.stderr.write(`There is no command ${command}. These are: ${commands.sort().join(", ")}.\n`);
  process.exitCode = 1;
}

/** @param {string} script @param {string[]} args */
async function run(script, args) {
  process.argv = [process.execPath, path.join(folder, "bootstrap.mjs"), script, ...args];
  await import(new URL("bootstrap.mjs", import.meta.url).href);
}
