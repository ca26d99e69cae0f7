import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { ENQUIRY_FORMS, type EnquiryForm } from "../features/enquiries/statuses.ts";
import { Dialog, DialogHead } from "../ui/dialog.tsx";
import type { SaveReply } from "../ui/saving.ts";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/enquiries";

/** Whom a mail about an enquiry is for. */
const MAIL_KINDS = { notice: "To you", confirmation: "To the sender", newsletter: "Newsletter" };

type EnquiryRecord = NonNullable<NonNullable<Route.ComponentProps["loaderData"]["list"]>["record"]>;

/** All that came in with one enquiry, the owner's notes on it, and what became of its mails. */
export function EnquiryDetail(props: {
  record: EnquiryRecord;
  /** posts to the tab, which outlives this dialog and shows the toast */
  post: (values: Record<string, string>) => void;
  onClose: () => void;
}) {
  const { record, post, onClose } = props;
  const noteForm = useFetcher<SaveReply>();
  const note = useRef<HTMLTextAreaElement>(null);
  useToast(noteForm.data?.toast);
  useEffect(() => {
    if (noteForm.data?.isSaved && note.current) note.current.value = "";
  }, [noteForm.data]);
  const facts: [label: string, value: string][] = [
    ["Email", record.email],
    ["Phone", record.phone],
    ["Website", record.website],
    ["Services", record.services.join(", ")],
    ["Page", record.page],
    ["Came from", record.referrer_host],
    ...Object.entries(record.utm),
    ["Language", record.language],
    ["Set aside because", record.spam_reasons.join(", ")],
  ];
  return (
    <Dialog onClose={onClose} hasChanges={() => Boolean(note.current?.value.trim())}>
      <div className="dlg">
        <DialogHead
          title={record.name}
          about={`${ENQUIRY_FORMS[record.form_type as EnquiryForm]}, ${record.received}`}
        />
        <div className="dlg__b enquiry">
          {record.wait && <p className={`badge badge--${record.wait.tone}`}>{record.wait.words}</p>}
          <dl className="dl">
            {facts
              .filter(([, value]) => value)
              .map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{label === "Email" ? <a href={`mailto:${value}`}>{value}</a> : value}</dd>
                </div>
              ))}
          </dl>
          <p className="enquiry__message">{record.message}</p>
          <div className="btns">
            {record.status === "spam" && (
              <button
                type="button"
                className="btn"
                onClick={() => post({ intent: "status", id: record.id, status: "new" })}
              >
                Not spam
              </button>
            )}
            <button
              type="button"
              className="btn btn--line"
              onClick={() => {
                if (!window.confirm(`Delete the enquiry from “${record.name}”, with its notes and mails?`))
                  return;
                post({ intent: "delete", id: record.id });
                onClose();
              }}
            >
              Delete
            </button>
          </div>
          <h3 className="h4">Mails</h3>
          {!record.mails.length && <p>No mail was made for this enquiry.</p>}
          <ul className="enquiry__list">
            {record.mails.map((mail) => (
              <li key={mail.id}>
                {MAIL_KINDS[mail.kind as keyof typeof MAIL_KINDS]}:{" "}
                {mail.status === "sent"
                  ? `sent ${mail.sent}`
                  : mail.status === "refused"
                    ? `refused. ${mail.last_error}`
                    : `waiting, next try ${mail.next}. ${mail.last_error}`}{" "}
                {mail.status !== "sent" && (
                  <button
                    type="button"
                    className="btn btn--line"
                    onClick={() => post({ intent: "send-again", id: mail.id })}
                  >
                    Send again
                  </button>
                )}
              </li>
            ))}
          </ul>
          <h3 className="h4">Notes</h3>
          <noteForm.Form method="post" className="form">
            <input type="hidden" name="intent" value="add-note" />
            <input type="hidden" name="id" value={record.id} />
            <label className="label" htmlFor="note">
              Private note
            </label>
            <textarea className="input" id="note" name="note" required maxLength={5000} ref={note} />
            <button type="submit" className="btn btn--line enquiry__add" disabled={noteForm.state !== "idle"}>
              Add note
            </button>
          </noteForm.Form>
          <ul className="enquiry__list">
            {record.notes.map((one) => (
              <li key={one.id}>
                {one.written}: {one.note}{" "}
                <button
                  type="button"
                  className="btn btn--ghost"
                  onClick={() => post({ intent: "delete-note", id: one.id })}
                >
                  Delete<span className="sr"> the note of {one.written}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  );
}
