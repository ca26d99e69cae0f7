import { ArrowLeft, ArrowRight, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { href, Link, useNavigationType } from "react-router";
import { enquiriesTab } from "../../copy/panel/enquiries-tab.ts";
import type { EnquiryView } from "../../features/enquiries/filter.ts";
import { phoneLink } from "../../features/enquiries/phone-link.ts";
import { noteRules, websiteLink } from "../../features/enquiries/rules.ts";
import { ENQUIRY_FORMS, type EnquiryForm, type StageNames } from "../../features/enquiry-table/statuses.ts";
import { Facts } from "../../ui/panel/facts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { focusHeading } from "../../ui/panel/row-action.ts";
import { Avatar } from "../../ui/site/avatar.tsx";
import { AddText } from "./add-text.tsx";
import { Audits } from "./audits.tsx";
import { Conversation } from "./reply.tsx";
import { type Change, DealValue, NextStep, Stage } from "./stage.tsx";
import { type EnquiryRecord, type Post, Trail } from "./trail.tsx";

const words = enquiriesTab.detail;

export function EnquiryDetail({
  record,
  stages,
  today,
  assignees,
  next,
  post,
  sent,
  onBack,
}: {
  record: EnquiryRecord;
  stages: StageNames;
  today: string;
  /** the people that the enquiry can be assigned to, if any */
  assignees: { id: string; name: string }[];
  /** the next enquiry of the list, or after the last one to answer, one that's due today */
  next: { id: string; name: string; view: EnquiryView } | null;
  /** posts to the tab, which can show a toast even when this component is gone */
  post: Post;
  /** what's being posted */
  sent?: FormData;
  onBack: () => void;
}) {
  const { params } = useQueryState();
  const heading = useRef<HTMLHeadingElement>(null);
  const isArrival = useNavigationType() === "POP";
  // The enquiry replaces the list, so its heading gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record
  useEffect(() => {
    if (isArrival) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest("article")?.scrollIntoView({ block: "nearest" });
  }, []);
  const change: Change = (fields) => post({ intent: "change", ids: record.id, ...fields });
  return (
    <article className="card enquiry" aria-labelledby="enquiry">
      <nav className="enquiry__nav" aria-label={words.moves}>
        <button type="button" className="btn btn--ghost" onClick={onBack}>
          <ArrowLeft className="i" aria-hidden />
          {words.back}
        </button>
        {next && (
          <Link
            className="btn btn--ghost"
            to={{
              search: `?${new URLSearchParams({ ...Object.fromEntries(params), status: next.view, open: next.id })}`,
            }}
          >
            <span>{words.next(next.name)}</span>
            <ArrowRight className="i" aria-hidden />
          </Link>
        )}
      </nav>
      <header className="enquiry__h">
        <Avatar name={record.name} />
        <div>
          <h2 id="enquiry" tabIndex={-1} ref={heading}>
            {record.name}
          </h2>
          <p>
            {ENQUIRY_FORMS[record.form_type as EnquiryForm]} · {record.received}
          </p>
        </div>
        {record.wait && <span className={`badge badge--${record.wait.tone}`}>{record.wait.words}</span>}
      </header>
      <div className="enquiry__main">
        <Stage record={record} stages={stages} sent={sent} change={change} />
        <p className="enquiry__message">{record.message}</p>
        <Conversation record={record} post={post} />
        <div className="btns">
          {record.status === "spam" && (
            <button
              type="button"
              className="btn btn--line"
              onClick={() => {
                change({ status: "new" });
                // The button disappears.
                heading.current?.focus({ preventScroll: true });
              }}
            >
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
      </div>
      <div className="enquiry__side">
        <NextStep record={record} today={today} change={change} />
        {record.status !== "won" && <DealValue record={record} change={change} />}
        {assignees.length > 0 && (
          <label className="label enquiry__assign">
            {words.assigned}
            <select
              className="input"
              value={record.assigned_to ?? ""}
              onChange={({ currentTarget }) => change({ assigned_to: currentTarget.value })}
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
        <Link
          to={{
            pathname: href("/admin-control-panel-seoprozone/enquiries/person"),
            search: `?${new URLSearchParams({ email: record.sealedEmail })}`,
          }}
        >
          {words.person}
        </Link>
      </div>
      <div className="enquiry__more">
        <Audits audits={record.audits} id={record.id} website={record.website} post={post} />
        <AddText
          id={record.id}
          name="note"
          schema={noteRules}
          words={{
            ...{ label: words.note, placeholder: words.notePlaceholder, add: words.addNote },
            ...{ missing: words.noteMissing, failed: enquiriesTab.toasts.noteFailed },
          }}
        />
        <Trail record={record} post={post} />
      </div>
    </article>
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
    [facts.budget, record.budget],
    [facts.timeline, record.timeline],
    [facts.page, record.page, record.page],
    [facts.trail, record.trail.join(" → ")],
    [facts.referrer, record.referrer_host],
    ...Object.entries(record.utm),
    [facts.language, record.language],
    [facts.spam, record.spam_reasons.join(" ")],
  ];
  return <Facts className="dl enquiry__facts" rows={rows} />;
}
