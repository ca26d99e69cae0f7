// The program of a release: `node start.mjs` runs the site, and `node start.mjs backup FILE` one of its commands.
// Nothing to install or build. If Node is too old, bootstrap.mjs downloads the right one.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

// Not this file's real path: a link that goes to the next release after an update must stay a link (decision 0054).
const folder = path.dirname(process.argv[1] ?? "");
const [command = "", ...args] = process.argv.slice(2);
const isCommand = /^[a-z]+$/.test(command);
const build = path.join("build", readFileSync(path.join(import.meta.dirname, "build/current"), "utf8"));
const script = isCommand ? path.join(build, "server", `${command}.js`) : "scripts/serve.mjs";
if (existsSync(path.join(import.meta.dirname, script))) {
  const given = isCommand ? args : process.argv.slice(2);
  process.argv = [process.execPath, path.join(folder, "bootstrap.mjs"), script, ...given];
  await import(new URL("bootstrap.mjs", import.meta.url).href);
} else {
  process.stderr.write(`There is no command ${command}. docs/deploy.md lists them.\n`);
  process.exitCode = 1;
}
