import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { seal, unseal } from "./seal.server.ts";

const { owner } = await openTestDatabases();

test.each(["ann@example.com", "", "ä@例え.jp", "x".repeat(320)])(
  "a sealed text can be decrypted: %j",
  async (text) => {
    const sealed = await seal(owner, text);
    expect(sealed).toMatch(/^~[\w-]+$/);
    if (text) expect(Buffer.from(sealed.slice(1), "base64url").includes(text)).toBe(false);
    expect(await seal(owner, text)).not.toBe(sealed);
    expect(await unseal(owner, sealed)).toBe(text);
  },
);

test("a forged value decrypts to an empty text", async () => {
  const sealed = await seal(owner, "ann@example.com");
  const forged = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA");
  for (const given of ["~", "~x", forged, sealed.slice(0, 30), `~${"A".repeat(500)}`, "~é"])
    expect([given, await unseal(owner, given)]).toEqual([given, ""]);
  expect(await unseal(owner, "ann@example.com")).toBe("ann@example.com");
});
