import { expect, test } from "vitest";
import { escapeXml } from "./xml.ts";

test("markup is escaped, and invalid characters are removed", () => {
  expect(escapeXml(`<a href="x">R&D's</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;R&amp;D&apos;s&lt;/a&gt;");
  expect(escapeXml("a\0b\x1bc\ud800d\n\t")).toBe("abc\ufffdd\n\t");
});
