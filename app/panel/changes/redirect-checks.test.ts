import { expect, test } from "vitest";
import { followRedirects } from "./redirect-checks.server.ts";

test("a redirect's target is checked, unless a wildcard stands for many pages", async () => {
  const siteUrl = "https://zone.test";
  const ask = async (path: string) =>
    path === "/old"
      ? new Response(null, { status: 301, headers: { Location: `${siteUrl}/none` } })
      : path === "/category/*"
        ? new Response(null, { status: 301, headers: { Location: `${siteUrl}/blog/*` } })
        : new Response(null, { status: 404 });
  const redirects = ["/old", "/category/*"].map((from_path) => ({ from_path, is_on: true }));
  expect(await followRedirects(redirects, { ask, siteUrl })).toEqual([
    { from: "/old", says: "Redirects to /none, where there's no page.", isRight: false },
  ]);
});
