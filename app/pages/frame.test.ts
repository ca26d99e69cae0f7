import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { openTestDatabases } from "../../tests/support/database.ts";
import { visitorDb } from "../platform/http/context.server.ts";
import { shellReads } from "./frame.server.ts";

const { pool, owner } = await openTestDatabases();

function contextOfRequest() {
  const context = new RouterContextProvider();
  context.set(visitorDb, owner);
  return context;
}

test("settings, header and footer are read once per render, and again by the next render", async () => {
  let queries = 0;
  pool.on("acquire", () => queries++);
  const context = contextOfRequest();
  const read = async (of: RouterContextProvider) => {
    const { facts, shell } = shellReads(of);
    return Promise.all([facts, shell]);
  };
  const first = await Promise.all([read(context), read(context)]);
  expect(queries).toBe(4);
  expect(first[0]).toEqual(first[1]);

  await owner.execute(
    "insert into website_settings (setting_key, setting_value, setting_type) values ('site_title', 'Maple', 'text')",
  );
  queries = 0;
  const [facts, { settings }] = await read(contextOfRequest());
  expect(queries).toBe(4);
  expect([facts.site, settings.site_title]).toEqual(["Maple", "Maple"]);
});
