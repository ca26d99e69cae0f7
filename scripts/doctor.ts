// `npm run doctor`: says what's set, what's missing for production and what's wrong (CONTRACT "Commands"). Changes
// nothing, and works while the site is running.

import { runCommand } from "./command.ts";
import { examine } from "./doctor/examine.ts";
import { isProblem, printLines } from "./doctor/line.ts";
import { withDatabase } from "./with-database.ts";

await runCommand(async () => {
  const lines = await examine(process.env, (config, work) => withDatabase(config, "check", work));
  return { text: printLines(lines), code: lines.some(isProblem) ? 1 : 0 };
});
