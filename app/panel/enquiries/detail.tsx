import { ArrowLeft, Check, Reply, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { href, Link, useNavigationType } from "react-router";
import { enquiriesTab } from "../../copy/panel/enquiries-tab.ts";
import { phoneLink } from "../../features/enquiries/phone-link.ts";
import { replyAddress } from "../../features/enquiries/quoted-reply.ts";
import { noteRules, websiteLink } from "../../features/enquiries/rules.ts";
import {
  ENQUIRY_FORMS,
  ENQUIRY_STATUSES,
  type EnquiryForm,
  type EnquiryStatus,
} from "../../features/enquiry-table/statuses.ts";
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

export function EnquiryDetail({
  record,
  assignees,
  isChosen,
  post,
  onChoose,
  onBack,
}: {
  record: EnquiryRecord;
  /** the people that the enquiry can be assigned to, if any */
  assignees: { id: string; name: string }[];
  /** false if the first enquiry is shown because none is selected */
  isChosen: boolean;
  /** posts to the tab, which can show a toast even when this component is gone */
  post: Post;
  onChoose: () => void;
  onBack: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isArrival = useNavigationType() === "POP";
  // Focus the heading of a newly opened enquiry: on small screens the enquiry replaces the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record
  useEffect(() => {
    if (!isChosen || isArrival) return;
    const article = heading.current?.closest("article");
    if (article?.contains(document.activeElement)) return;
    heading.current?.focus({ preventScroll: true });
    article?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const setStatus = (status: EnquiryStatus) => post({ intent: "status", ids: record.id, status });
  // Moves focus, because the clicked button disappears.
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
 * Saves a status as soon as it's picked with a pointer. With the keyboard, Apply saves it.
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
          // During a save, choosing the stored status counts as a change too.
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
            // The Apply button disappears after the save.
            select.current?.focus();
          }}
        >
          {words.apply}
        </button>
      )}
    </div>
  );
}

/** Encodes an email address for `mailto:` (RFC 6068), so it can't add recipients or a body. */
const mailtoAddress = (email: string) => encodeURIComponent(email).replace("%40", "@");

function EnquiryFacts({ record }: { record: EnquiryRecord }) {
  const { facts } = words;
  const rows: [label: string, value: string, link?: string][] = [
    [facts.email, record.email, `mailto:${mailtoAddress(record.email)}`],
    [facts.phone, record.phone, phoneLink(record.phone)],
    [facts.website, record.website, websiteLink(record.website)],
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
 * Unsaved notes survive closing the enquiry.
 * @param onFocus pins an automatically opened enquiry, so a newer one can't replace it
 */
function NoteForm({ id, onFocus }: { id: string; onFocus?: () => void }) {
  const { fetcher, formProps, field, clear } = useSaveForm({
    schema: noteRules,
    values: {},
    required: ["note"],
    missing: words.noteMissing,
    failed: enquiriesTab.toasts.noteFailed,
    stored: `note ${id}`,
    onSaved: () => clear(),
  });
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
