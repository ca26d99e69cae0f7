import { expect, test } from "vitest";
import { browserOf } from "./user-agent.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const KHTML = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${WINDOWS} ${KHTML} Chrome/139.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`${WINDOWS} ${KHTML} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`, "Edge on Windows"],
  [`${WINDOWS} ${KHTML} Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0`, "Opera on Windows"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox on Linux"],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, "Safari on macOS"],
  [`${MAC} ${KHTML} Chrome/139.0.0.0 Safari/537.36`, "Chrome on macOS"],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${IPHONE} CriOS/139.0.7258.76 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${IPHONE} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iPhone"],
  [`${IPHONE} EdgiOS/139.0 Version/18.0 Mobile/15E148 Safari/604.1`, "Edge on iPhone"],
  [
    "Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1",
    "Safari on iPad",
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${KHTML} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${KHTML} Chrome/139.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/139.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  ["Mozilla/5.0 (compatible; something else)", "Another browser"],
  ["curl/8.5.0", "A program, not a browser"],
  ["", "A program, not a browser"],
  [null, "A program, not a browser"],
])("%j is recognized as %s", (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name);
});

test("the description never repeats text from the header", () => {
  expect(browserOf(`Mozilla/5.0 (<script>alert(1)</script>) ${"x".repeat(100_000)}`)).toBe("Another browser");
});
