import { expect, test } from "vitest";
import { isPersonalPath, maskPath } from "./personal-path.server.ts";

test.each([
  ["/newsletter/confirm/dG9rZW4", "/newsletter/confirm/***"],
  ["//Newslette%72/UNSUBSCRIBE/dG9rZW4/", "//Newslette%72/UNSUBSCRIBE/***/"],
  ["/newsletter/dG9rZW4", "/newsletter/***"],
  ["/audit/dG9rZW4", "/audit/***"],
  ["//AUDI%54/dG9rZW4/", "//AUDI%54/***/"],
  [
    "/admin-control-panel-seoprozone/invitation/dG9rZW4.data",
    "/admin-control-panel-seoprozone/invitation/***",
  ],
  ["/newsletter/confirm/dG9rZW4/%ff.data", "/newsletter/confirm/***/***"],
  ["/unsubscribe/ada@example.com/x", "/unsubscribe/***/x"],
  ["/unsubscribe/ada%40example.com", "/unsubscribe/***"],
  ["/unsubscribe/ada%252540example.com", "/unsubscribe/***"],
])("personal data in a path is masked: %s", (path, masked) => {
  expect(maskPath(path)).toBe(masked);
  expect(isPersonalPath(path)).toBe(true);
});

test.each([
  "/",
  "/blog/newsletter/tips",
  "/services//local-seo/",
  "/%ff",
  "/newsletter",
  "/newsletters/may",
  "/audit",
  "/audit-method",
])("a path without personal data stays unchanged: %s", (path) => {
  expect(maskPath(path)).toBe(path);
  expect(isPersonalPath(path)).toBe(false);
});
