import { ArrowRightLeft, FileInput, Mail, MailCheck, MailX, StickyNote } from "lucide-react";
import { enquiriesTab } from "../../copy/panel/enquiries-tab.ts";
import { serverReplyLabel } from "../../copy/panel/mail.ts";
import { Facts } from "../../ui/panel/facts.tsx";
import { Trouble } from "../../ui/panel/trouble.tsx";
import type { Route } from "./+types/tab";

const words = enquiriesTab.detail;

export type EnquiryRecord = NonNullable<NonNullable<Route.ComponentProps["loaderData"]["list"]>["record"]>;
export type Post = (values: Record<string, string>) => void;

export function Trail({ record, post }: { record: EnquiryRecord; post: Post }) {
  const events = [
    ...record.notes.map((note) => ({
      at: note.created_at,
      row: <Note key={note.id} note={note} post={post} />,
    })),
    ...record.changes.map((change) => ({
      at: change.created_at,
      row: <ChangeLine key={change.id} change={change} />,
    })),
    ...record.mails.map((mail) => ({
      at: mail.sent_at ?? mail.created_at,
      row: <MailLine key={mail.id} mail={mail} isNew={record.status === "new"} post={post} />,
    })),
  ].sort((a, b) => b.at.getTime() - a.at.getTime());
  const isHeld = record.status === "spam" && !record.mails.length;
  return (
    <section>
      <h3 className="sr">{words.trail}</h3>
      <ul className="trail">
        {events.map(({ row }) => row)}
        {isHeld && (
          <li>
            <MailX className="i" aria-hidden />
            <span>{words.setAside}</span>
          </li>
        )}
        <li>
          <FileInput className="i" aria-hidden />
          <span>{words.received(record.page)}</span>
          <time>{record.received}</time>
        </li>
      </ul>
    </section>
  );
}

function Note({ note, post }: { note: EnquiryRecord["notes"][number]; post: Post }) {
  return (
    <li>
      <StickyNote className="i" aria-hidden />
      <span className="trail__text">
        {note.note}
        {note.name && <small> {note.name}</small>}
      </span>
      <time>{note.written}</time>
      <button
        type="button"
        className="btn btn--ghost"
        onClick={() => {
          if (!window.confirm(words.confirmDeleteNote)) return;
          post({ intent: "delete-note", id: note.id });
          // The button disappears with its note, so focus the enquiry.
          document.getElementById("enquiry")?.focus({ preventScroll: true });
        }}
      >
        {words.deleteNote}
        <span className="sr">{words.deleteNoteOf(note.written)}</span>
      </button>
    </li>
  );
}

function ChangeLine({ change }: { change: EnquiryRecord["changes"][number] }) {
  return (
    <li>
      <ArrowRightLeft className="i" aria-hidden />
      <span className="trail__text">
        {change.words}
        {(change.name || change.browser) && (
          <small> {[change.name, change.browser].filter(Boolean).join(", ")}</small>
        )}
      </span>
      <time>{change.made}</time>
    </li>
  );
}

/** @param isNew whether the enquiry awaits a reply */
function MailLine({
  mail,
  isNew,
  post,
}: {
  mail: EnquiryRecord["mails"][number];
  isNew: boolean;
  post: Post;
}) {
  const kinds = enquiriesTab.mail;
  const kind = kinds[mail.kind as "notice" | "confirmation" | "copy"];
  const Icon = mail.status === "sent" ? MailCheck : mail.status === "refused" ? MailX : Mail;
  return (
    <li>
      <Icon className="i" aria-hidden />
      <div className="trail__text">
        {kind} {mail.state}
        {mail.trouble && <Trouble {...mail.trouble} summary={serverReplyLabel} />}
        {mail.status === "refused" && isNew && <small>{kinds.resendHint}</small>}
        <MailContent mail={mail} />
      </div>
      <time>{mail.sent ?? mail.made}</time>
      {mail.status !== "sent" && (
        <button
          type="button"
          className="btn btn--line"
          onClick={() => post({ intent: "send-again", id: mail.id })}
        >
          {kinds.sendAgain}
        </button>
      )}
    </li>
  );
}

function MailContent({ mail }: { mail: EnquiryRecord["mails"][number] }) {
  const { show, to, noRecipient, subject, deleted, inDigest } = enquiriesTab.mail;
  const isInDigest = mail.status === "sent" && mail.held_for !== null && mail.held_for === mail.recipient;
  return (
    <details className="trail__mail">
      <summary>{show}</summary>
      <Facts
        rows={[
          [to, mail.recipient ?? noRecipient],
          [subject, mail.subject],
        ]}
      />
      {isInDigest && <p>{inDigest}</p>}
      <p className="trail__body">{mail.text_body.trim() || deleted}</p>
    </details>
  );
}
