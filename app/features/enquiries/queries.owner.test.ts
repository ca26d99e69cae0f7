import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { waitOf } from "./age.ts";
import { csvLine } from "./csv.ts";
import {
  addNote,
  countNewEnquiries,
  deleteEnquiry,
  eachEnquiry,
  findEnquiry,
  listEnquiries,
  readMailTrouble,
  sendMailAgain,
  setEnquiryStatus,
} from "./queries.owner.server.ts";
import { enquiries, enquiry_notes, outgoing_mails } from "./table.server.ts";

const { owner } = await openTestDatabases();
const SITE = "https://seo.example";
beforeEach(async () => {
  await owner.delete(enquiries);
});

async function add(name: string, more: Partial<typeof enquiries.$inferInsert> = {}) {
  const id = randomUUID();
  await owner.insert(enquiries).values({ id, form_type: "contact", name, email: "ada@example.com", ...more });
  return id;
}
const ALL = { search: "", status: "", form: "" } as const;
const names = async (filter: object) =>
  (await listEnquiries(owner, { ...ALL, sort: "name", page: 1, perPage: 20, ...filter })).rows.map(
    ({ name }) => name,
  );

test("'list with filter, search': by name, e-mail and message, by status and form; spam only when asked for", async () => {
  await add("Ada", { message: "100% sure" });
  await add("Bob", { email: "bob@site.example", form_type: "audit", status: "won" });
  await add("Spammer", { status: "spam" });
  expect(await names({})).toEqual(["Ada", "Bob"]);
  expect(await names({ search: "BOB@" })).toEqual(["Bob"]);
  expect(await names({ search: "100%" })).toEqual(["Ada"]);
  expect(await names({ search: "%" })).toEqual(["Ada"]);
  expect(await names({ status: "spam" })).toEqual(["Spammer"]);
  expect(await names({ form: "audit" })).toEqual(["Bob"]);
  expect(await countNewEnquiries(owner)).toBe(1);
});

test("'Not spam' sets it to new and sends the notice mail that was held back, once", async () => {
  const id = await add("Ada", { status: "spam", page: "/contact" });
  await setEnquiryStatus(owner, id, "new", SITE);
  await setEnquiryStatus(owner, id, "spam", SITE);
  await setEnquiryStatus(owner, id, "new", SITE);
  const record = await findEnquiry(owner, id);
  expect(record).toMatchObject({ status: "new", mails: [{ kind: "notice", status: "waiting" }] });
  const [mail] = await owner.select().from(outgoing_mails).where(eq(outgoing_mails.enquiry_id, id));
  expect(mail?.text_body).toContain(`${SITE}/contact`);
});

test("'Send again' makes a refused mail wait for a try at once; one that was sent stays sent", async () => {
  const id = await add("Ada", { status: "spam" });
  await setEnquiryStatus(owner, id, "new", SITE);
  const mail = (await findEnquiry(owner, id))!.mails[0]!.id;
  const set = (values: object) => owner.update(outgoing_mails).set(values).where(eq(outgoing_mails.id, mail));
  await set({ status: "refused", last_error: "No such user" });
  expect(await readMailTrouble(owner)).toEqual({ waiting: 0, refused: 1, reason: "No such user" });
  await sendMailAgain(owner, mail);
  expect((await findEnquiry(owner, id))!.mails[0]).toMatchObject({ status: "waiting", attempts: 0 });
  await set({ status: "sent" });
  await sendMailAgain(owner, mail);
  expect((await findEnquiry(owner, id))!.mails[0]!.status).toBe("sent");
});

test("'delete' takes the notes along, and a note on what is gone is refused", async () => {
  const id = await add("Ada");
  await addNote(owner, id, "Called");
  expect((await findEnquiry(owner, id))!.notes).toMatchObject([{ note: "Called" }]);
  await deleteEnquiry(owner, id);
  expect(await owner.$count(enquiry_notes)).toBe(0);
  await expect(addNote(owner, id, "Late")).rejects.toThrow("deleted");
});

test("the export has every row once, also where many came at the same moment", async () => {
  const rows = Array.from({ length: 2100 }, (_, i) => ({
    id: randomUUID(),
    form_type: "contact",
    name: `N${i}`,
    email: "ada@example.com",
  }));
  await owner.insert(enquiries).values(rows);
  const seen = new Set<string>();
  let total = 0;
  for await (const row of eachEnquiry(owner, ALL)) {
    seen.add(row.id);
    total++;
  }
  expect([seen.size, total]).toEqual([2100, 2100]);
});

test.each(["=1+1", "+1", "-1", "@a", "\ta", "\ra"])(
  "'CSV export (formula-safe)': %j gets a quote",
  (value) => {
    expect(csvLine([value, 'a"b'])).toBe(`"'${value}","a""b"\r\n`);
  },
);

test.each([
  [1, "up", "In time: 23 hours left"],
  [20, "warn", "Answer soon: 4 hours left"],
  [30, "down", "Overdue: waits for 30 hours"],
])("'age against the 24-hour promise': after %i hours", (hours, tone, words) => {
  const now = new Date("2026-01-05T00:00:00Z");
  expect(waitOf(new Date(now.getTime() - hours * 3_600_000), now)).toEqual({ tone, words });
});
