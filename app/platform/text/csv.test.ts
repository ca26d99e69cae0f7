import { expect, test } from "vitest";
import { csvDownload, csvLine } from "./csv.ts";

test.each(["=1+1", "+1", "-1", "@a", "\ta", "\ra", "\n=1", "＝1", "＋1", "－1", "＠a"])(
  "'CSV export (formula-safe)': %j gets a quote",
  (value) => {
    expect(csvLine([value, 'a"b'])).toBe(`"'${value}","a""b"\r\n`);
  },
);

const row = (number: number) => ({ name: `N${number} ${"x".repeat(1000)}` });
const columns = { Name: ({ name }: { name: string }) => name };

test("a download has the header and every row", async () => {
  async function* rows() {
    for (let i = 0; i < 100; i++) yield row(i);
  }
  const response = csvDownload("list.csv", columns, rows());
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="list.csv"');
  const text = await response.text();
  expect(text.split("\r\n")).toEqual([
    '"Name"',
    ...Array.from({ length: 100 }, (_, i) => `"${row(i).name}"`),
    "",
  ]);
});

test("reading stops when the client disconnects", async () => {
  let read = 0;
  let isEnded = false;
  async function* rows() {
    try {
      for (;;) yield row(read++);
    } finally {
      isEnded = true;
    }
  }
  const reader = csvDownload("list.csv", columns, rows()).body!.getReader();
  await reader.read();
  await reader.cancel();
  expect(isEnded).toBe(true);
  expect(read).toBeLessThan(1000);
});
