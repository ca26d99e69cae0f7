import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { purgeUndo } from "../../platform/database/undo.server.ts";
import { kept_for_undo } from "../../platform/database/undo.table.server.ts";
import { ENQUIRY_STATUSES, type EnquiryStatus } from "../enquiry-table/statuses.ts";
import { enquiries, enquiry_changes, enquiry_notes } from "../enquiry-table/table.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readMailTrouble } from "../mail/trouble.owner.server.ts";
import { people } from "../staff/table.server.ts";
import { findEnquiry } from "./queries.owner.server.ts";
import {
  addNote,
  changeEnquiries,
  deleteEnquiries,
  deleteNote,
  restoreEnquiries,
  restoreNote,
  sendMailAgain,
  undoEnquiryChanges,
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

test("'Not spam' sends the withheld notice once", async () => {
  const id = await add("Ada", {
    status: "spam",
    page: "/contact",
    referrer_host: "search.example",
    utm: { utm_source: "ads" },
  });
  await changeEnquiries(owner, [id], { status: "new" }, SITE);
  await changeEnquiries(owner, [id], { status: "spam" }, SITE);
  await changeEnquiries(owner, [id], { status: "new" }, SITE);
  expect(await findEnquiry(owner, id)).toMatchObject({
    status: "new",
    mails: [{ kind: "notice", status: "waiting" }],
  });
  const [mail] = await mailsOf(id);
  for (const words of [`${siteUrl}/contact`, "search.example", "utm_source=ads"])
    expect(mail?.text_body).toContain(words);
});

test.each(Object.keys(ENQUIRY_STATUSES) as EnquiryStatus[])(
  "moving from spam to %s sends at most one notice",
  async (status) => {
    const id = await add("Ada", { status: "spam" });
    await Promise.all([1, 2, 3].map(() => changeEnquiries(owner, [id], { status }, SITE)));
    expect(await mailsOf(id)).toHaveLength(status === "spam" ? 0 : 1);
  },
);

test("marking an enquiry as spam and back doesn't send a second notice", async () => {
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
  await changeEnquiries(owner, [id], { status: "spam" }, SITE);
  await changeEnquiries(owner, [id], { status: "qualified" }, SITE);
  expect(await mailsOf(id)).toMatchObject([{ message_id: "<first@seo.example>" }]);
});

test("status changes are recorded with browser and time", async () => {
  const ids = [await add("Ada"), await add("Bob", { status: "spam" })];
  await changeEnquiries(owner, ids, { status: "contacted" }, SITE);
  await changeEnquiries(owner, ids, { status: "contacted" }, SITE);
  await changeEnquiries(owner, [ids[0]!], { status: "won" }, { ...SITE, browser: "Safari on iPhone" });
  const traceOf = async (id: string) =>
    (await findEnquiry(owner, id))!.changes.map(({ field, from, to, browser, created_at }) => [
      `${field} ${from} > ${to}`,
      browser,
      Date.now() - created_at.getTime() < 60_000,
    ]);
  expect(await traceOf(ids[0]!)).toEqual([
    ["status contacted > won", "Safari on iPhone", true],
    ["status new > contacted", "Firefox on Windows", true],
  ]);
  expect(await traceOf(ids[1]!)).toEqual([["status spam > contacted", "Firefox on Windows", true]]);
});

const changesOf = async (id: string) =>
  (await findEnquiry(owner, id))!.changes.map(({ field, from, to }) => [field, from, to]);

test("every field can be changed and undone, and both are recorded", async () => {
  const id = await add("Ada", { status: "lost" });
  const person = randomUUID();
  await owner
    .insert(people)
    .values({ id: person, name: "Bo", email: `${person}@example.com`, role: "enquiries", password_hash: "" });
  const before = await findEnquiry(owner, id);
  const set = {
    ...{ status: "won", follow_up_on: "2026-12-02", assigned_to: person },
    ...{ value: "300000 month estimate", lost_reason: "Price" },
  };
  const undo = await changeEnquiries(owner, [id], set, SITE);
  const after = {
    ...{ status: "won", follow_up_on: "2026-12-02", assigned_to: person, lost_reason: "Price" },
    ...{ value_cents: 300_000, value_per: "month", value_is_estimate: true },
  };
  expect(await findEnquiry(owner, id)).toMatchObject(after);
  expect(new Set(await changesOf(id))).toEqual(
    new Set(Object.entries(set).map(([field, to]) => [field, field === "status" ? "lost" : "", to])),
  );
  await undoEnquiryChanges(owner, undo!, SITE);
  const { changes, updated_at, ...now } = (await findEnquiry(owner, id))!;
  expect({ ...before, ...now }).toEqual(before);
  expect(changes).toHaveLength(10);
  expect(updated_at).not.toEqual(before!.updated_at);
});

test("Undo sets several enquiries back, but keeps what was changed since", async () => {
  const ids = [
    await add("Ada"),
    await add("Bob", { status: "qualified" }),
    await add("Cy", { status: "won" }),
  ];
  const undo = await changeEnquiries(owner, ids, { status: "won" }, SITE);
  await changeEnquiries(owner, [ids[0]!], { status: "lost" }, SITE);
  await undoEnquiryChanges(owner, undo!, SITE);
  await undoEnquiryChanges(owner, undo!, SITE);
  const statuses = await Promise.all(ids.map(async (id) => (await findEnquiry(owner, id))!.status));
  expect(statuses).toEqual(["lost", "qualified", "won"]);
  expect(await changesOf(ids[1]!)).toHaveLength(2);
  expect(await changeEnquiries(owner, [ids[2]!], { status: "won" }, SITE)).toBeUndefined();
});

test("Undo of Spam restores the pending emails", async () => {
  const id = await add("Ada");
  const mail = { subject: "s", text_body: "t", html_body: "h" };
  for (const kind of ["notice", "confirmation"])
    await owner
      .insert(outgoing_mails)
      .values({ id: randomUUID(), enquiry_id: id, kind, message_id: `<${kind}@seo.example>`, ...mail });
  const before = await mailsOf(id);
  const undo = await changeEnquiries(owner, [id], { status: "spam" }, SITE);
  expect(await mailsOf(id)).toEqual([]);
  await undoEnquiryChanges(owner, undo!, SITE);
  expect(new Set(await mailsOf(id))).toEqual(new Set(before));
});

test("after 'Not spam', Undo of Spam doesn't restore a second notice", async () => {
  const id = await add("Ada");
  const mail = { subject: "s", text_body: "t", html_body: "h", message_id: "<first@seo.example>" };
  await owner.insert(outgoing_mails).values({ id: randomUUID(), enquiry_id: id, ...mail });
  const undo = await changeEnquiries(owner, [id], { status: "spam" }, SITE);
  await changeEnquiries(owner, [id], { status: "won" }, SITE);
  await undoEnquiryChanges(owner, undo!, SITE);
  expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(["notice"]);
  expect(await changesOf(id)).toHaveLength(2);
});

test("an enquiry can't be assigned to an editor or someone unknown", async () => {
  const id = await add("Ada");
  const editor = randomUUID();
  await owner
    .insert(people)
    .values({ id: editor, name: "Ed", email: `${editor}@example.com`, role: "editor", password_hash: "" });
  for (const assigned_to of [editor, randomUUID()])
    await expect(changeEnquiries(owner, [id], { assigned_to }, SITE)).rejects.toThrow("can't see enquiries");
});

test("a row stored before an update is restored with the new columns' defaults", async () => {
  const id = await add("Ada");
  await changeEnquiries(owner, [id], { status: "won" }, SITE);
  const { id: undo } = await deleteEnquiries(owner, [id]);
  await owner.execute(sql`update kept_for_undo set rows = jsonb_set(rows, '{enquiry_status_changes}',
    (select jsonb_agg(one - 'field') from jsonb_array_elements(rows -> 'enquiry_status_changes') one))
    where id = ${undo}`);
  await restoreEnquiries(owner, undo);
  expect(await changesOf(id)).toEqual([["status", "new", "won"]]);
});

test("updating several enquiries skips deleted ones", async () => {
  const ids = [await add("Ada"), await add("Bob", { status: "spam" })];
  await changeEnquiries(owner, [...ids, randomUUID()], { status: "contacted" }, SITE);
  for (const id of ids) expect(await findEnquiry(owner, id)).toMatchObject({ status: "contacted" });
  expect(await mailsOf(ids[1]!)).toHaveLength(1);
  await expect(changeEnquiries(owner, [randomUUID()], { status: "won" }, SITE)).rejects.toThrow("deleted");
});

test("'Send again' retries a rejected email and leaves a sent one alone", async () => {
  const id = await add("Ada", { status: "spam" });
  await changeEnquiries(owner, [id], { status: "new" }, SITE);
  const mail = (await findEnquiry(owner, id))!.mails[0]!.id;
  const set = (values: object) => owner.update(outgoing_mails).set(values).where(eq(outgoing_mails.id, mail));
  await set({ status: "refused", last_error: "No such user" });
  expect(await readMailTrouble(owner)).toEqual({
    ...{ waiting: 0, unaddressed: 0, refused: 1, toSenders: 0, enquiry: null },
    latest: { kind: "notice", enquiry_id: id, recipient: null, trouble: "", last_error: "No such user" },
  });
  await sendMailAgain(owner, mail);
  expect((await findEnquiry(owner, id))!.mails[0]).toMatchObject({ status: "waiting", attempts: 0 });
  await set({ status: "sent" });
  await sendMailAgain(owner, mail);
  expect((await findEnquiry(owner, id))!.mails[0]!.status).toBe("sent");
});

test("a visitor's mistyped address isn't reported as a mail server problem", async () => {
  for (const kind of ["confirmation", "newsletter"]) {
    const id = randomUUID();
    const last_error = "No such user";
    const mail = { kind, recipient: "typo@example.com", subject: "", text_body: "", html_body: "" };
    const later = { trouble: "busy", last_error: "450 Domain not found (RCPT TO)" };
    await owner.insert(outgoing_mails).values([
      { ...mail, id, message_id: id, status: "refused", last_error },
      { ...mail, id: randomUUID(), message_id: `later ${id}`, ...later },
    ]);
  }
  expect(await readMailTrouble(owner)).toMatchObject({ waiting: 0, refused: 0, latest: null });
});

test("an email can't be resent or deleted while it's being sent", async () => {
  const id = await add("Ada", { status: "spam" });
  await changeEnquiries(owner, [id], { status: "new" }, SITE);
  const [mail] = await mailsOf(id);
  await owner.transaction(async (sending) => {
    await sending.select().from(outgoing_mails).where(eq(outgoing_mails.id, mail!.id)).for("update");
    await expect(sendMailAgain(owner, mail!.id)).rejects.toThrow("being sent right now");
    await expect(deleteEnquiries(owner, [id])).rejects.toThrow("being sent right now");
  });
  expect(await findEnquiry(owner, id)).toMatchObject({ name: "Ada" });
});

test("notes are listed newest first", async () => {
  const id = await add("Ada");
  await addNote(owner, id, "Called");
  await addNote(owner, id, "Called again");
  const { notes } = (await findEnquiry(owner, id))!;
  expect(notes.map(({ note }) => note)).toEqual(["Called again", "Called"]);
  await deleteNote(owner, notes[1]!.id);
  expect((await findEnquiry(owner, id))!.notes).toMatchObject([{ note: "Called again" }]);
  await expect(addNote(owner, randomUUID(), "Late")).rejects.toThrow("deleted");
});

test("Undo restores a deleted note exactly", async () => {
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

describe("counts of email problems", () => {
  const addMail = async (enquiry: string, values: Partial<typeof outgoing_mails.$inferInsert>) => {
    const id = randomUUID();
    const said = { message_id: `<${id}@seo.example>`, subject: "", text_body: "", html_body: "" };
    await owner.insert(outgoing_mails).values({ id, enquiry_id: enquiry, ...said, ...values });
  };
  const NONE = { waiting: 0, unaddressed: 0, refused: 0, latest: null, toSenders: 0, enquiry: null };

  test("rejected confirmations are counted separately", async () => {
    const older = await add("Ada");
    const newer = await add("Bob");
    const refused = { kind: "confirmation", status: "refused", last_error: "No such user" };
    await addMail(newer, refused);
    await addMail(older, { ...refused, created_at: sql`now() - interval '1 hour'` as unknown as Date });
    expect(await readMailTrouble(owner)).toEqual({ ...NONE, toSenders: 2, enquiry: newer });
    await changeEnquiries(owner, [newer], { status: "contacted" }, SITE);
    expect(await readMailTrouble(owner)).toEqual({ ...NONE, toSenders: 1, enquiry: older });
    await changeEnquiries(owner, [older], { status: "spam" }, SITE);
    expect(await readMailTrouble(owner)).toEqual(NONE);
  });

  test("marking as spam deletes pending emails, except one being sent", async () => {
    const [one, other] = [await add("Ada"), await add("Bob")];
    await addMail(one, {});
    await addMail(one, { status: "sent" });
    await addMail(other, { kind: "confirmation" });
    await owner.transaction(async (sending) => {
      await sending.select().from(outgoing_mails).where(eq(outgoing_mails.enquiry_id, other)).for("update");
      await changeEnquiries(owner, [one, other], { status: "spam" }, SITE);
    });
    expect((await mailsOf(one)).map(({ status }) => status)).toEqual(["sent"]);
    expect(await mailsOf(other)).toHaveLength(1);
    await changeEnquiries(owner, [one], { status: "new" }, SITE);
    expect(await mailsOf(one)).toHaveLength(1);
  });

  test("a rejected notice counts until its enquiry is no longer new", async () => {
    const id = await add("Ada");
    await addMail(id, { status: "refused", last_error: "No such mailbox" });
    await addMail(id, { kind: "confirmation", last_error: "Try later" });
    expect(await readMailTrouble(owner)).toMatchObject({ waiting: 1, refused: 1, toSenders: 0 });
    await changeEnquiries(owner, [id], { status: "won" }, SITE);
    expect(await readMailTrouble(owner)).toMatchObject({
      ...NONE,
      waiting: 1,
      latest: { last_error: "Try later" },
    });
  });
});

test("Undo restores a deleted enquiry exactly and requeues its email", async () => {
  const id = await add("Ada “Countess” Byron", {
    message: 'Line one\nLine "two" \\ {three}',
    services: ["Local SEO", 'A, "B"'],
    utm: { utm_source: "ads" },
    status: "spam",
    spam_reasons: ["Because"],
  });
  await addNote(owner, id, "Called");
  await changeEnquiries(owner, [id], { status: "won" }, SITE);
  const all = async () => [
    await owner.execute(sql`select *, created_at::text as at from enquiries`).then(({ rows }) => rows),
    await owner.select().from(enquiry_notes),
    await owner.select().from(enquiry_changes),
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

test("Undo expires after ten minutes", async () => {
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

test("a deleted note's undo id can't restore an enquiry", async () => {
  const id = await add("Ada");
  await addNote(owner, id, "Called");
  const note = await deleteNote(owner, (await findEnquiry(owner, id))!.notes[0]!.id);
  await expect(restoreEnquiries(owner, note.id)).rejects.toThrow("too late");
  await expect(restoreEnquiries(owner, randomUUID())).rejects.toThrow("too late");
});
