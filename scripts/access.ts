// `npm run access -- reset-factor [EMAIL]`: removes a person's second factor; without EMAIL, that of the owner
// who signs in with the site's password (CONTRACT "Commands"). Works while the site is running.
import { OWNER_NAME } from "../app/copy/panel/people.ts";
import { recordEvent } from "../app/features/audit-log/record.server.ts";
import { resetFactor } from "../app/features/sign-in/factors.server.ts";
import { findPersonByEmail } from "../app/features/staff/queries.server.ts";
import { readConfig } from "../app/platform/config.server.ts";
import { openDatabases } from "../app/platform/database/database.server.ts";
import { StartRefused } from "../server/start-refused.ts";
import { runCommand } from "./command.ts";
import { withDatabase } from "./with-database.ts";

await runCommand(async ([command, email]) => {
  if (command !== "reset-factor")
    throw new StartRefused(
      "Name what to do: npm run access -- reset-factor removes the second factor of the login with the site's password, npm run access -- reset-factor EMAIL a person's.",
    );
  return withDatabase(readConfig(), "reset", async (connection) => {
    const databases = openDatabases(connection, { visitorRole: false, owner: 1, visitor: 0 });
    const db = databases.owner;
    try {
      const person = email === undefined ? null : await findPersonByEmail(db, email);
      if (email !== undefined && !person)
        throw new StartRefused(`No one can log in with ${JSON.stringify(email)}.`);
      const name = person?.name ?? OWNER_NAME;
      if (!(await resetFactor(db, person?.id ?? null)))
        throw new StartRefused(`${name} has no second factor.`);
      await recordEvent(db, "factor.reset", { name });
      return `Removed the second factor of ${name} and logged them out. The next login takes the password alone.`;
    } finally {
      await databases.close();
    }
  });
});
