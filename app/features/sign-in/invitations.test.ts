import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { folderOfFile } from "../../../tests/support/test-folder.ts";
import { acceptInvitation, invite } from "./invitations.server.ts";

const { owner: db } = await openTestDatabases();

test("a link that's used many times at once costs one password hash", async () => {
  const site = { siteUrl: "https://www.agency.com", dataDir: folderOfFile(), siteTitle: "Agency" };
  const { link } = await invite(db, site, {
    email: "lou@example.com",
    name: "Lou",
    role: "editor",
    by: null,
  });
  const token = link.split("/").at(-1)!;
  let hashes = 0;
  const hash = async () => `hash ${++hashes}`;
  const accepted = await Promise.all(
    Array.from({ length: 16 }, () => acceptInvitation(db, token, { name: "Lou", hash })),
  );
  expect([hashes, accepted.filter((one) => one !== null)]).toEqual([
    1,
    [expect.objectContaining({ name: "Lou", password_hash: "hash 1" })],
  ]);
});
