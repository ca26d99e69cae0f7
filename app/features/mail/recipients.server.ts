import { randomUUID } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { ownerEmails } from "./emails.server.ts";
import type { MailConfig } from "./settings.server.ts";
import { outgoing_mails } from "./table.server.ts";

export type Outgoing = typeof outgoing_mails.$inferSelect;

/**
 * Resolves a notification's recipient before each try. Each recipient gets a separate email, so a bad address
 * doesn't delay the others.
 * If a recipient has been removed from the settings, their email goes to another recipient or is deleted.
 * @returns the locked email, or null if it isn't a pending notification, is being sent or was deleted; `recipient`
 * is null if the owner has no address
 */
export async function addressNotice(tx: Database, id: string, config: MailConfig): Promise<Outgoing | null> {
  const isWaiting = and(
    eq(outgoing_mails.id, id),
    eq(outgoing_mails.kind, "notice"),
    eq(outgoing_mails.status, "waiting"),
  );
  const aboutSame = tx.select({ id: outgoing_mails.enquiry_id }).from(outgoing_mails).where(isWaiting);
  // Without this lock, two tries for the same enquiry would pick the same recipient.
  await tx
    .select({ id: enquiries.id })
    .from(enquiries)
    .where(eq(enquiries.id, aboutSame))
    .for("no key update");
  const [mail] = await tx.select().from(outgoing_mails).where(isWaiting).for("update", { skipLocked: true });
  if (!mail?.enquiry_id) return mail ?? null;

  const others = await tx
    .select({ recipient: outgoing_mails.recipient })
    .from(outgoing_mails)
    .where(
      and(
        eq(outgoing_mails.enquiry_id, mail.enquiry_id),
        eq(outgoing_mails.kind, "notice"),
        ne(outgoing_mails.id, id),
      ),
    );
  const have = new Set(others.map(({ recipient }) => recipient?.toLowerCase()));
  const recipients = ownerEmails(config, await readSettings(tx));
  const without = recipients.filter((one) => !have.has(one.toLowerCase()));
  const recipient = without.find((one) => one === mail.recipient) ?? without[0] ?? null;
  if (recipient === null && recipients.length > 0) {
    await tx.delete(outgoing_mails).where(isWaiting);
    return null;
  }
  const copies = without.filter((one) => one !== recipient).map((one) => copyFor(mail, one));
  if (copies.length > 0) await tx.insert(outgoing_mails).values(copies);
  if (recipient === mail.recipient) return mail;
  // A new address gets the full number of tries.
  const tries = mail.recipient === null ? {} : { attempts: 0, refusals: 0 };
  await tx
    .update(outgoing_mails)
    .set({ recipient, ...tries })
    .where(isWaiting);
  return { ...mail, recipient, ...tries };
}

function copyFor(mail: Outgoing, recipient: string) {
  const { enquiry_id, kind, headers, reply_to, subject, text_body, html_body } = mail;
  const id = randomUUID();
  const message_id = mail.message_id.replace(/^<[^@]*/, `<${id}`);
  return { id, message_id, recipient, enquiry_id, kind, headers, reply_to, subject, text_body, html_body };
}
