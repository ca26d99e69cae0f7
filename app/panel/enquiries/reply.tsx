import { Mail, MailCheck, MailOpen, Send } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { enquiriesTab } from "../../copy/panel/enquiries-tab.ts";
import { serverReplyLabel } from "../../copy/panel/mail.ts";
import { replyWords as words } from "../../copy/panel/reply.ts";
import { replyAddress } from "../../features/enquiries/quoted-reply.ts";
import { answerRules, replyRules, UNDO_SECONDS } from "../../features/enquiries/reply.ts";
import { SelectField, TextAreaField } from "../../ui/panel/field.tsx";
import { Options } from "../../ui/panel/list-parts.tsx";
import { useReadingAgain } from "../../ui/panel/reading-again.ts";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { putInput } from "../../ui/panel/stored-input.ts";
import { Trouble } from "../../ui/panel/trouble.tsx";
import { AddText } from "./add-text.tsx";
import { selectLeftover, TemplatePicker } from "./template-picker.tsx";
import type { EnquiryRecord, Post } from "./trail.tsx";

const REFRESH_MS = 3_000;

type Props = { record: EnquiryRecord };

/** Renders the form for a reply, Undo while it isn't on its way yet, and the messages so far. */
export function Conversation({ record, post }: Props & { post: Post }) {
  const { messages } = record;
  const answer = useRef<HTMLDetailsElement>(null);
  useReadingAgain(
    messages.some(({ isFresh }) => isFresh),
    REFRESH_MS,
  );
  return (
    <>
      {record.status !== "spam" && <Reply record={record} />}
      {messages.length > 0 && <Thread record={record} post={post} />}
      <details className="enquiry__answer" ref={answer}>
        <summary>{words.answered}</summary>
        <AddText
          id={record.id}
          name="answer"
          schema={answerRules}
          words={{
            ...{ label: words.answer, hint: words.answerHint, add: words.addAnswer },
            ...{ missing: words.missing, failed: words.toasts.answerFailed },
          }}
          onAdded={() => {
            if (answer.current) answer.current.open = false;
            answer.current?.querySelector("summary")?.focus();
          }}
        />
      </details>
    </>
  );
}

function Reply({ record }: Props) {
  const pending = record.messages.find(({ canUndo }) => canUndo);
  const part = useRef<HTMLElement>(null);
  const undone = useRef("");
  const [form, setForm] = useState(0);
  const area = () => part.current?.querySelector("textarea");
  const undo = useSaveFetcher(undefined, () => {
    const message = [undone.current, area()?.value].filter(Boolean).join("\n\n");
    putInput(inputOf(record.id), { message });
    // A new form starts with the stored input.
    setForm(form + 1);
    setTimeout(() => area()?.focus());
  });
  return (
    <section className="enquiry__part" aria-label={words.title} ref={part}>
      <div role="status">
        {pending && (
          <p className="enquiry__pending">
            <span>{words.soon(record.email, UNDO_SECONDS)}</span>
            <button
              type="button"
              className="btn btn--line"
              disabled={undo.state !== "idle"}
              onClick={() => {
                undone.current = pending.message;
                void undo.submit({ intent: "undo-reply", id: pending.id }, { method: "post" });
              }}
            >
              {words.undo}
            </button>
          </p>
        )}
      </div>
      <ReplyForm key={form} record={record} />
    </section>
  );
}

/** The name of a reply's stored input. */
const inputOf = (id: string) => `reply ${id}`;

function ReplyForm({ record }: Props) {
  const { id, days, messages, status, templates, follow_up_on: planned } = record;
  const isClosed = status === "won" || status === "lost";
  const isPlanned = planned !== null && record.step !== null && !record.isDue;
  const next = isClosed ? "" : isPlanned ? planned : days.days;
  const { fetcher, formProps, field, clear, takeOver } = useSaveForm({
    schema: replyRules,
    values: { follow_up_on: next },
    ...{ required: ["message"], missing: words.missing, failed: words.toasts.failed },
    stored: inputOf(id),
    onSaved: () => clear(),
  });
  const follow = useEffectEvent((follow_up_on: string) => takeOver({ follow_up_on }));
  useEffect(() => follow(next), [next]);
  const quotes = record.message && !messages.some(({ direction }) => direction === "out");
  const followUps = Object.entries(days).map(([name, day]) => [
    day,
    words.followUps[name as keyof typeof words.followUps],
  ]);
  return (
    <fetcher.Form
      {...formProps}
      className="form"
      onSubmitCapture={({ currentTarget }) => {
        const area = currentTarget.querySelector("textarea")!;
        setTimeout(() => selectLeftover(area));
      }}
    >
      <input type="hidden" name="intent" value="reply" />
      <input type="hidden" name="id" value={id} />
      <TemplatePicker templates={templates} />
      <TextAreaField
        field={field("message")}
        label={words.message}
        rows={5}
        hint={quotes ? words.quoted : words.copied}
      />
      <div className="enquiry__line enquiry__send">
        {/* A step that's chosen above while this form is open is kept. */}
        <SelectField key={next} field={field("follow_up_on")} label={words.followUp} defaultValue={next}>
          <Options
            of={{
              ...(isPlanned && { [planned]: record.step! }),
              ...Object.fromEntries(followUps),
              "": words.noFollowUp,
            }}
          />
        </SelectField>
        <button type="submit" className="btn" disabled={fetcher.state !== "idle"}>
          <Send className="i" aria-hidden />
          {words.send}
        </button>
        <a className="btn btn--ghost" href={replyAddress({ ...record, subject: record.replySubject })}>
          {words.mailProgram}
        </a>
      </div>
    </fetcher.Form>
  );
}

function Thread({ record, post }: Props & { post: Post }) {
  return (
    <section aria-label={words.thread}>
      <ul className="trail">
        {record.messages.map((message) => (
          <Message key={message.id} message={message} name={record.name} post={post} />
        ))}
      </ul>
    </section>
  );
}

/** @param name the sender's */
function Message({
  message,
  name,
  post,
}: {
  message: EnquiryRecord["messages"][number];
  name: string;
  post: Post;
}) {
  const { id, direction, made, mail, canUndo } = message;
  const isReply = direction === "out";
  const by = message.name ? words.repliedBy(message.name) : words.replied;
  const Icon = !isReply ? MailOpen : mail?.status === "sent" ? MailCheck : Mail;
  return (
    <li>
      <Icon className="i" aria-hidden />
      <div className="trail__text">
        <b>{isReply ? by : words.from(name)}</b>{" "}
        {isReply && <small>{canUndo ? words.notYet : (mail?.state ?? words.notSent)}</small>}
        {mail?.trouble && <Trouble {...mail.trouble} summary={serverReplyLabel} />}
        <p className="trail__body">{message.message}</p>
      </div>
      <time>{made}</time>
      {mail && mail.status !== "sent" && !canUndo && (
        <button type="button" className="btn btn--line" onClick={() => post({ intent: "send-again", id })}>
          {enquiriesTab.mail.sendAgain}
        </button>
      )}
      {!isReply && (
        <button
          type="button"
          className="btn btn--ghost"
          onClick={() => {
            if (!window.confirm(words.confirmDeleteAnswer)) return;
            post({ intent: "delete-answer", id });
            // The button disappears with its answer, so focus the enquiry.
            document.getElementById("enquiry")?.focus({ preventScroll: true });
          }}
        >
          {words.deleteAnswer}
          <span className="sr">{words.deleteAnswerOf(made)}</span>
        </button>
      )}
    </li>
  );
}
