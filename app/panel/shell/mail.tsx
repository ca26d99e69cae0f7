import { href, Link } from "react-router";
import { mailLine, serverReplyLabel, setupLine } from "../../copy/panel/mail.ts";
import { webhookWords } from "../../copy/panel/webhooks.ts";
import { mailCount } from "../../features/mail/counts.ts";
import { settingPath } from "../../features/settings/subjects.ts";
import { hasRight, type Role } from "../../features/staff/rights.ts";
import { Trouble } from "../../ui/panel/trouble.tsx";
import type { Route } from "./+types/layout";

export type MailNotice = NonNullable<Route.ComponentProps["loaderData"]["mail"]>;

const ENQUIRIES = href("/admin-control-panel-seoprozone/enquiries");

/** Renders problems with emails and webhooks, with links to the fix for those who may make it. */
export function MailLines({ mail, role }: { mail: MailNotice; role: Role }) {
  return (
    <>
      <Setup {...mail} canFix={hasRight(role, "everything")} />
      <Stuck {...mail} />
      {mail.webhooksOff.length > 0 && <WebhooksOff names={mail.webhooksOff} />}
    </>
  );
}

/** Names the webhooks that were switched off automatically. */
const WebhooksOff = ({ names }: { names: string[] }) => (
  <div className="badge badge--down mail-trouble" role="status">
    <span>{webhookWords.alert(names.join(", "))}</span>
    <Link to={href("/admin-control-panel-seoprozone/webhooks")}>{webhookWords.card.open}</Link>
  </div>
);

function Setup({ canFix, ...mail }: MailNotice & { canFix: boolean }) {
  const { needsAddress, needsServer, isPasswordLost, isSample, waiting, unaddressed } = mail;
  if (!needsAddress && !needsServer) return null;
  const all = amount(waiting + unaddressed);
  const line = isPasswordLost
    ? setupLine.passwordLost(all)
    : needsServer
      ? setupLine.noServer(all)
      : setupLine.noAddress(amount(unaddressed), isSample);
  // Phones show the first clause and the links.
  const cut = line.search(/[.:] /) + 1;
  return (
    <div className="badge badge--warn mail-trouble" role="status">
      <span>
        {line.slice(0, cut)}
        <span className="mail-trouble__more">{line.slice(cut)}</span>
      </span>
      {canFix && (
        <Link to={settingPath(needsServer ? "mail" : "contact_email")}>
          {needsServer ? setupLine.seeServer : setupLine.enterAddress}
        </Link>
      )}
    </div>
  );
}

function Stuck({ needsServer, toSenders, enquiry, invitations, latest, ...mail }: MailNotice) {
  // Without a mail server, the setup notice already counts pending emails.
  const waiting = needsServer ? 0 : mail.waiting;
  const isStuck = waiting + mail.refused > 0;
  if (!isStuck && !enquiry && !invitations.sealed) return null;
  return (
    <div className="badge badge--warn mail-trouble" role="status">
      {isStuck && (
        <>
          <span>
            {mailLine.stuck(amount(waiting), amount(mail.refused))}{" "}
            {latest?.enquiry && <Link to={openEnquiry(latest.enquiry)}>{mailLine.seeEnquiry}</Link>}
          </span>
          {latest && <Trouble {...latest} summary={serverReplyLabel} />}
        </>
      )}
      {enquiry && (
        <span>
          {mailLine.toSenders(toSenders)} <Link to={openEnquiry(enquiry)}>{mailLine.seeEnquiry}</Link>
        </span>
      )}
      {invitations.sealed && (
        <span>
          {mailLine.invitations(invitations.count)}{" "}
          <Link
            to={{
              pathname: href("/admin-control-panel-seoprozone/enquiries/subscribers"),
              search: `?${new URLSearchParams({ search: invitations.sealed })}`,
            }}
          >
            {mailLine.seeSubscriber}
          </Link>
        </span>
      )}
    </div>
  );
}

const amount = (count: number) => (count ? mailCount(count) : "");
const openEnquiry = (id: string) => ({ pathname: ENQUIRIES, search: `?open=${id}` });
