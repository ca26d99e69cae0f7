import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { purgeUndo } from "../../platform/database/undo.server.ts";
import { kept_for_undo } from "../../platform/database/undo.table.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readMailTrouble } from "../mail/trouble.owner.server.ts";
import { findEnquiry } from "./queries.owner.server.ts";
import { ENQUIRY_STATUSES, type EnquiryStatus } from "./statuses.ts";
import { enquiries, enquiry_notes, enquiry_status_changes } from "./table.server.ts";
import {
  addNote,
  deleteEnquiries,
  deleteNote,
  restoreEnquiries,
  restoreNote,
  sendMailAgain,
  setEnquiryStatus,
} from "./writes.owner.server.ts";

const { owner } = await openTestDatabases();
const siteUrl = "https://seo.example";
const SITE = { siteUrl, browser: "Firefox on Windows" };
beforeEach(async () => {
  await owner.delete(enquiries);
  await owner.delete(outgoing_mails);
  await owner.delete(kept_for_undo);
  await owner.execute(sql`delete from graphile_worker._private_jobs`);
});

async function add(name: string, more: Partial<typeof enquiries.$inferInsert> = {}) {
  const id = randomUUID();
  await owner.insert(enquiries).values({ id, form_type: "contact", name, email: "ada@example.com", ...more });
  return id;
}
const mailsOf = (id: string) => owner.select().from(outgoing_mails).where(eq(outgoing_mails.enquiry_id, id));

test("'Not spam' sets the status to new and sends the held-back notice once, with the full enquiry", async () => {
  const id = await add("Ada", {
    status: "spam",
    page: "/contact",
    referrer_host: "search.example",
    utm: { utm_source: "ads" },
  });
  await setEnquiryStatus(owner, [id], "new", SITE);
  await setEnquiryStatus(owner, [id], "spam", SITE);
  await setEnquiryStatus(owner, [id], "new", SITE);
  expect(await findEnquiry(owner, id)).toMatchObject({
    status: "new",
    mails: [{ kind: "notice", status: "waiting" }],
  });
  const [mail] = await mailsOf(id);
  for (const words of [`${siteUrl}/contact`, "search.example", "utm_source=ads"])
    expect(mail?.text_body).toContain(words);
});

test.each(Object.keys(ENQUIRY_STATUSES) as EnquiryStatus[])(
  "moving from spam to %s sends one notice, even if two clicks race; staying spam sends none",
  async (status) => {
    const id = await add("Ada", { status: "spam" });
    await Promise.all([1, 2, 3].map(() => setEnquiryStatus(owner, [id], status, SITE)));
    expect(await mailsOf(id)).toHaveLength(status === "spam" ? 0 : 1);
  },
);

test("an enquiry that was notified before it was marked as spam isn't notified again", async () => {
  const id = await add("Ada");
  await owner.insert(outgoing_mails).values({
    id: randomUUID(),
    enquiry_id: id,
    message_id: "<first@seo.example>",
    subject: "New",
    text_body: "",
    html_body: "",
    status: "sent",
  });
  await setEnquiryStatus(owner, [id], "spam", SITE);
  await setEnquiryStatus(owner, [id], "qualified", SITE);
  expect(await mailsOf(id)).toMatchObject([{ message_id: "<first@seo.example>" }]);
});

test("a status change is recorded with old and new status, browser and time; no change records nothing", async () => {
  const ids = [await add("Ada"), await add("Bob", { status: "spam" })];
  await setEnquiryStatus(owner, ids, "contacted", SITE);
  await setEnquiryStatus(owner, ids, "contacted", SITE);
  await setEnquiryStatus(owner, [ids[0]!], "won", { ...SITE, browser: "Safari on iPhone" });
  const traceOf = async (id: string) =>
    (await findEnquiry(owner, id))!.statusChanges.map(({ from_status, to_status, browser, created_at }) => [
      `${from_status} > ${to_status}`,
      browser,
      Date.now() - created_at.getTime() < 60_000,
    ]);
  expect(await traceOf(ids[0]!)).toEqual([
    ["contacted > won", "Safari on iPhone", true],
    ["new > contacted", "Firefox on Windows", true],
  ]);
  expect(await traceOf(ids[1]!)).toEqual([["spam > contacted", "Firefox on Windows", true]]);
});

test("several can be updated at once; deleted ones are skipped, and if all are deleted, the update is rejected", async () => {
  const ids = [await add("Ada"), await add("Bob", { status: "spam" })];
  await setEnquiryStatus(owner, [...ids, randomUUID()], "contacted", SITE);
  for (const id of ids) expect(await findEnquiry(owner, id)).toMatchObject({ status: "contacted" });
  expect(await mailsOf(ids[1]!)).toHaveLength(1);
  await expect(setEnquiryStatus(owner, [randomUUID()], "won", SITE)).rejects.toThrow("deleted");
});

test("'Send again' retries a rejected email immediately; a sent one stays sent", async () => {
  const id = await add("Ada", { status: "spam" });
  await setEnquiryStatus(owner, [id], "new", SITE);
  const mail = (await findEnquiry(owner, id))!.mails[0]!.id;
  const set = (values: object) => owner.update(outgoing_mails).set(values).where(eq(outgoing_mails.id, mail));
  await set({ status: "refused", last_error: "No such user" });
  expect(await readMailTrouble(owner)).toEqual({
    ...{ waiting: 0, unaddressed: 0, refused: 1, confirmations: 0, enquiry: null },
    latest: { kind: "notice", enquiry_id: id, recipient: null, trouble: "", last_error: "No such user" },
  });
  await sendMailAgain(owner, mail);
  expect((await findEnquiry(owner, id))!.mails[0]).toMatchObject({ status: "waiting", attempts: 0 });
  await set({ status: "sent" });
  await sendMailAgain(owner, mail);
  expect((await findEnquiry(owner, id))!.mails[0]!.status).toBe("sent");
});

test("an address a visitor mistyped isn't a mail server problem: only the owner's own emails report one", async () => {
  for (const kind of ["confirmation", "newsletter"]) {
    const id = randomUUID();
    const last_error = "No such user";
    await owner.insert(outgoing_mails).values({
      ...{ id, kind, message_id: id, recipient: "typo@example.com", status: "refused", last_error },
      ...{ subject: "", text_body: "", html_body: "" },
    });
  }
  expect(await readMailTrouble(owner)).toMatchObject({ waiting: 0, refused: 0, latest: null });
});

test("resending or deleting while an email is being sent fails with a message instead of waiting", async () => {
  const id = await add("Ada", { status: "spam" });
  await setEnquiryStatus(owner, [id], "new", SITE);
  const [mail] = await mailsOf(id);
  await owner.transaction(async (sending) => {
    await sending.select().from(outgoing_mails).where(eq(outgoing_mails.id, mail!.id)).for("update");
    await expect(sendMailAgain(owner, mail!.id)).rejects.toThrow("being sent right now");
    await expect(deleteEnquiries(owner, [id])).rejects.toThrow("being sent right now");
  });
  expect(await findEnquiry(owner, id)).toMatchObject({ name: "Ada" });
});

test("notes are added and deleted, newest first; a note on a deleted enquiry is rejected", async () => {
  const id = await add("Ada");
  await addNote(owner, id, "Called");
  await addNote(owner, id, "Called again");
  const { notes } = (await findEnquiry(owner, id))!;
  expect(notes.map(({ note }) => note)).toEqual(["Called again", "Called"]);
  await deleteNote(owner, notes[1]!.id);
  expect((await findEnquiry(owner, id))!.notes).toMatchObject([{ note: "Called again" }]);
  await expect(addNote(owner, randomUUID(), "Late")).rejects.toThrow("deleted");
});

test("a deleted note leaves nothing behind; Undo restores it exactly, but is rejected once its enquiry is deleted", async () => {
  const id = await add("Ada");
  await addNote(owner, id, 'Called\n"again" \\');
  const before = await owner.select().from(enquiry_notes);
  const { id: removed } = await deleteNote(owner, before[0]!.id);
  expect(await owner.select().from(enquiry_notes)).toEqual([]);
  await restoreNote(owner, removed);
  await restoreNote(owner, removed);
  expect(await owner.select().from(enquiry_notes)).toEqual(before);
  await deleteEnquiries(owner, [id]);
  await expect(restoreNote(owner, removed)).rejects.toThrow("deleted");
});

describe("the counts on every tab's banner", () => {
  const addMail = async (enquiry: string, values: Partial<typeof outgoing_mails.$inferInsert>) => {
    const id = randomUUID();
    const said = { message_id: `<${id}@seo.example>`, subject: "", text_body: "", html_body: "" };
    await owner.insert(outgoing_mails).values({ id, enquiry_id: enquiry, ...said, ...values });
  };
  const NONE = { waiting: 0, unaddressed: 0, refused: 0, latest: null, confirmations: 0, enquiry: null };

  test("a rejected confirmation isn't the owner's problem: it's counted separately, without its reason", async () => {
    const older = await add("Ada");
    const newer = await add("Bob");
    const refused = { kind: "confirmation", status: "refused", last_error: "No such user" };
    await addMail(newer, refused);
    await addMail(older, { ...refused, created_at: sql`now() - interval '1 hour'` as unknown as Date });
    expect(await readMailTrouble(owner)).toEqual({ ...NONE, confirmations: 2, enquiry: newer });
    await setEnquiryStatus(owner, [newer], "contacted", SITE);
    expect(await readMailTrouble(owner)).toEqual({ ...NONE, confirmations: 1, enquiry: older });
    await setEnquiryStatus(owner, [older], "spam", SITE);
    expect(await readMailTrouble(owner)).toEqual(NONE);
  });

  test("marking as spam deletes pending emails, except one that is being sent", async () => {
    const [one, other] = [await add("Ada"), await add("Bob")];
    await addMail(one, {});
    await addMail(one, { status: "sent" });
    await addMail(other, { kind: "confirmation" });
    await owner.transaction(async (sending) => {
      await sending.select().from(outgoing_mails).where(eq(outgoing_mails.enquiry_id, other)).for("update");
      await setEnquiryStatus(owner, [one, other], "spam", SITE);
    });
    expect((await mailsOf(one)).map(({ status }) => status)).toEqual(["sent"]);
    expect(await mailsOf(other)).toHaveLength(1);
    await setEnquiryStatus(owner, [one], "new", SITE);
    expect(await mailsOf(one)).toHaveLength(1);
  });

  test("a rejected notice counts until its enquiry is no longer new; a pending confirmation counts as pending", async () => {
    const id = await add("Ada");
    await addMail(id, { status: "refused", last_error: "No such mailbox" });
    await addMail(id, { kind: "confirmation", last_error: "Try later" });
    expect(await readMailTrouble(owner)).toMatchObject({ waiting: 1, refused: 1, confirmations: 0 });
    await setEnquiryStatus(owner, [id], "won", SITE);
    expect(await readMailTrouble(owner)).toMatchObject({
      ...NONE,
      waiting: 1,
      latest: { last_error: "Try later" },
    });
  });
});

test("a deleted enquiry leaves nothing behind; Undo restores it exactly and requeues its pending email", async () => {
  const id = await add("Ada “Countess” Byron", {
    message: 'Line one\nLine "two" \\ {three}',
    services: ["Local SEO", 'A, "B"'],
    utm: { utm_source: "ads" },
    status: "spam",
    spam_reasons: ["Because"],
  });
  await addNote(owner, id, "Called");
  await setEnquiryStatus(owner, [id], "won", SITE);
  const all = async () => [
    await owner.execute(sql`select *, created_at::text as at from enquiries`).then(({ rows }) => rows),
    await owner.select().from(enquiry_notes),
    await owner.select().from(enquiry_status_changes),
    await owner.select().from(outgoing_mails),
  ];
  const before = await all();
  await owner.execute(sql`delete from graphile_worker._private_jobs`);

  const removed = await deleteEnquiries(owner, [id]);
  expect(removed.count).toBe(1);
  expect(await all()).toEqual([[], [], [], []]);
  await restoreEnquiries(owner, removed.id);
  await restoreEnquiries(owner, removed.id);
  expect(await all()).toEqual(before);
  const jobs = await owner.execute(sql`select key from graphile_worker.jobs`);
  expect(jobs.rows).toEqual([{ key: `mail:${(await mailsOf(id))[0]!.id}` }]);
});

test("Undo expires after ten minutes, and its data is then purged from the database", async () => {
  const id = await add("Ada");
  const { id: undo } = await deleteEnquiries(owner, [id]);
  await purgeUndo(owner);
  expect(await owner.$count(kept_for_undo, eq(kept_for_undo.id, undo))).toBe(1);
  await owner.update(kept_for_undo).set({ kept_at: sql`now() - interval '10 minutes'` });
  await expect(restoreEnquiries(owner, undo)).rejects.toThrow("too late");
  expect(await findEnquiry(owner, id)).toBeNull();
  await purgeUndo(owner);
  expect(await owner.$count(kept_for_undo)).toBe(0);
});

test("Undo of one kind doesn't restore another kind", async () => {
  const id = await add("Ada");
  await addNote(owner, id, "Called");
  const note = await deleteNote(owner, (await findEnquiry(owner, id))!.notes[0]!.id);
  await expect(restoreEnquiries(owner, note.id)).rejects.toThrow("too late");
  await expect(restoreEnquiries(owner, randomUUID())).rejects.toThrow("too late");
});
