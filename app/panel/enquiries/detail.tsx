import { ArrowLeft, Check, Reply, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { href, Link, useNavigationType } from "react-router";
import { enquiriesTab } from "../../copy/panel/enquiries-tab.ts";
import { replyAddress } from "../../features/enquiries/quoted-reply.ts";
import { noteRules } from "../../features/enquiries/rules.ts";
import {
  ENQUIRY_FORMS,
  ENQUIRY_STATUSES,
  type EnquiryForm,
  type EnquiryStatus,
} from "../../features/enquiries/statuses.ts";
import { Facts } from "../../ui/panel/facts.tsx";
import { TextAreaField } from "../../ui/panel/field.tsx";
import { Options } from "../../ui/panel/list-parts.tsx";
import { focusHeading } from "../../ui/panel/row-action.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { useUnsavedGuard } from "../../ui/panel/unsaved-guard.ts";
import { Avatar } from "../../ui/site/avatar.tsx";
import { Audits } from "./audits.tsx";
import { type EnquiryRecord, type Post, Trail } from "./trail.tsx";

const words = enquiriesTab.detail;

/** Renders one enquiry with its notes and emails. */
export function EnquiryDetail({
  record,
  assignees,
  isChosen,
  post,
  onChoose,
  onBack,
}: {
  record: EnquiryRecord;
  /** who it can be assigned to; empty without people */
  assignees: { id: string; name: string }[];
  /** false if it's only shown until another one is selected */
  isChosen: boolean;
  /** posts to the tab, which outlives this component and shows the toast */
  post: Post;
  onChoose: () => void;
  onBack: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isArrival = useNavigationType() === "POP";
  // An enquiry that's opened gets focus; on small screens it replaces the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record
  useEffect(() => {
    if (!isChosen || isArrival) return;
    const article = heading.current?.closest("article");
    if (article?.contains(document.activeElement)) return;
    heading.current?.focus({ preventScroll: true });
    article?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const setStatus = (status: EnquiryStatus) => post({ intent: "status", ids: record.id, status });
  // For buttons that disappear when used.
  const setStatusAndLeave = (status: EnquiryStatus) => {
    setStatus(status);
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <article className="inbox__d" aria-labelledby="enquiry">
      <button type="button" className="btn btn--ghost inbox__back" onClick={onBack}>
        <ArrowLeft className="i" aria-hidden />
        {words.back}
      </button>
      <header className="inbox__h">
        <Avatar name={record.name} />
        <div>
          <h2 id="enquiry" tabIndex={-1} ref={heading}>
            {record.name}
          </h2>
          <p>
            {ENQUIRY_FORMS[record.form_type as EnquiryForm]} · {record.received}
          </p>
        </div>
        <StatusChoice status={record.status} onApply={setStatus} onFocus={isChosen ? undefined : onChoose} />
      </header>
      {record.wait && <p className={`badge badge--${record.wait.tone}`}>{record.wait.words}</p>}
      <p className="inbox__message">{record.message}</p>
      <div className="btns">
        <a className="btn" href={replyAddress({ ...record, subject: record.replySubject })}>
          <Reply className="i" aria-hidden />
          {words.reply}
        </a>
        {record.status === "new" && (
          <button type="button" className="btn btn--line" onClick={() => setStatusAndLeave("contacted")}>
            <Check className="i" aria-hidden />
            {words.contacted}
          </button>
        )}
        {record.status === "spam" && (
          <button type="button" className="btn btn--line" onClick={() => setStatusAndLeave("new")}>
            {words.notSpam}
          </button>
        )}
        <button
          type="button"
          className="btn btn--ghost"
          onClick={() => {
            if (!window.confirm(enquiriesTab.confirmDelete(record.name))) return;
            post({ intent: "delete", ids: record.id });
            focusHeading();
          }}
        >
          <Trash2 className="i" aria-hidden />
          {words.delete}
        </button>
      </div>
      {assignees.length > 0 && (
        <label className="label inbox__assign">
          {words.assigned}
          <select
            className="input"
            value={record.assigned_to ?? ""}
            onChange={({ currentTarget }) =>
              post({ intent: "assign", id: record.id, person: currentTarget.value })
            }
          >
            <option value="">{words.assignedToNone}</option>
            {assignees.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <EnquiryFacts record={record} />
      <Audits audits={record.audits} id={record.id} website={record.website} post={post} />
      <NoteForm id={record.id} onFocus={isChosen ? undefined : onChoose} />
      <Trail record={record} post={post} />
      <Link
        to={{
          pathname: href("/admin-control-panel-seoprozone/enquiries/person"),
          search: `?${new URLSearchParams({ email: record.sealedEmail })}`,
        }}
      >
        {words.person}
      </Link>
    </article>
  );
}

/**
 * A selected status is saved immediately. Stepping through options with the keyboard isn't a decision, nor is
 * leaving the field: Apply is.
 * @param onFocus as for `NoteForm`
 */
function StatusChoice({
  status,
  onApply,
  onFocus,
}: {
  status: EnquiryStatus;
  onApply: (status: EnquiryStatus) => void;
  onFocus?: () => void;
}) {
  const [choice, setChoice] = useState<EnquiryStatus>();
  const [sent, setSent] = useState<EnquiryStatus>();
  const [seen, setSeen] = useState(status);
  if (seen !== status) {
    setSeen(status);
    // Keeps a newer choice.
    if (choice === status) setChoice(undefined);
    setSent(undefined);
  }
  const chosen = choice ?? status;
  const select = useRef<HTMLSelectElement>(null);
  const isPicking = useRef(false);
  const apply = (value: EnquiryStatus) => {
    setSent(value);
    onApply(value);
  };
  useUnsavedGuard(() => chosen !== status && chosen !== sent);
  return (
    <div className="inbox__status">
      <select
        className="input"
        aria-label={words.status}
        value={chosen}
        onChange={(event) => {
          const value = event.currentTarget.value as EnquiryStatus;
          // Until a save is read back, its status counts as a choice.
          setChoice(value === status && !sent ? undefined : value);
          if (isPicking.current) apply(value);
        }}
        onPointerDown={() => {
          isPicking.current = true;
        }}
        onKeyDown={() => {
          isPicking.current = false;
        }}
        onFocus={onFocus}
        ref={select}
      >
        <Options of={ENQUIRY_STATUSES} />
      </select>
      {chosen !== status && (
        <button
          type="button"
          className="btn btn--line"
          onClick={() => {
            apply(chosen);
            // The button disappears once the choice is saved.
            select.current?.focus();
          }}
        >
          {words.apply}
        </button>
      )}
    </div>
  );
}

/** For `mailto:` (RFC 6068): visitors' text must not add recipients or a body. */
const mailtoAddress = (email: string) => encodeURIComponent(email).replace("%40", "@");

function EnquiryFacts({ record }: { record: EnquiryRecord }) {
  const { facts } = words;
  const digits = record.phone.replace(/[^\d+]/g, "");
  const rows: [label: string, value: string, link?: string][] = [
    [facts.email, record.email, `mailto:${mailtoAddress(record.email)}`],
    [facts.phone, record.phone, digits && `tel:${digits}`],
    [facts.website, record.website, record.website],
    [facts.services, record.services.join(", ")],
    [facts.page, record.page, record.page],
    [facts.referrer, record.referrer_host],
    ...Object.entries(record.utm),
    [facts.language, record.language],
    [facts.spam, record.spam_reasons.join(" ")],
  ];
  return <Facts className="dl inbox__facts" rows={rows} />;
}

/**
 * @param onFocus given if the enquiry wasn't opened by the owner: it pins the enquiry, so that a newer one can't
 *   replace it under the note
 */
function NoteForm({ id, onFocus }: { id: string; onFocus?: () => void }) {
  const { fetcher, formProps, field, element, clear } = useSaveForm({
    schema: noteRules,
    values: {},
    required: ["note"],
    missing: words.noteMissing,
    failed: enquiriesTab.toasts.noteFailed,
    onSaved: () => clear(),
  });
  useUnsavedGuard(() =>
    Boolean(element.current?.querySelector<HTMLTextAreaElement>("textarea")?.value.trim()),
  );
  return (
    <fetcher.Form {...formProps} className="form">
      <input type="hidden" name="intent" value="add-note" />
      <input type="hidden" name="id" value={id} />
      <TextAreaField
        field={field("note")}
        label={words.note}
        placeholder={words.notePlaceholder}
        onFocus={onFocus}
      />
      <button type="submit" className="btn btn--line inbox__add" disabled={fetcher.state !== "idle"}>
        {words.addNote}
      </button>
    </fetcher.Form>
  );
}
