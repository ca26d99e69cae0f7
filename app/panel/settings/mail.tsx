import { CircleCheck, Mail, TriangleAlert } from "lucide-react";
import { useFetcher } from "react-router";
import { serverSaidWords, mailCard as words } from "../../copy/panel/mail.ts";
import { Facts } from "../../ui/panel/facts.tsx";
import { SubmitButton } from "../../ui/panel/form-parts.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { Trouble } from "../../ui/panel/trouble.tsx";
import type { Route } from "./+types/tab";
import type { TestReply } from "./mail.server.ts";
import { CardSection } from "./parts.tsx";

/** The recipients of notifications and the mail server, what's missing, and a test email. */
export function MailCard({ setup }: { setup: Route.ComponentProps["loaderData"]["mail"] }) {
  const { to, isFromLeadsTo, from, server } = setup;
  const addresses = to.join(", ");
  return (
    <CardSection id="mail" title={words.title} about={words.about} icon={Mail}>
      <div className="sett__b mailcard">
        <Facts
          rows={[
            [words.to, addresses ? (isFromLeadsTo ? words.toLeads(addresses) : addresses) : words.toNobody],
            [words.from, from ?? words.fromNobody],
            [words.server, server ?? words.noServer],
          ]}
        />
        {!server && (
          <div className="mailcard__how">
            <p>{words.howTo}</p>
            <pre>
              <code>{words.example}</code>
            </pre>
            <p className="hint">{words.hint}</p>
          </div>
        )}
        <TestMail />
      </div>
    </CardSection>
  );
}

function TestMail() {
  const fetcher = useFetcher<TestReply>();
  const isBusy = fetcher.state !== "idle";
  const reply = fetcher.data;
  useToast(reply?.toast);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="test-mail" />
      <div className="btns">
        <SubmitButton isBusy={isBusy} className="btn btn--line">
          {isBusy ? words.isBusy : words.send}
        </SubmitButton>
      </div>
      <div role="status">
        {!isBusy &&
          reply?.tested?.map((one) => (
            <div key={one.to} className={one.isSent ? "warn warn--good" : "warn"}>
              {one.isSent ? (
                <CircleCheck className="i" aria-hidden />
              ) : (
                <TriangleAlert className="i" aria-hidden />
              )}
              <Trouble words={one.words} said={one.said} summary={serverSaidWords} />
            </div>
          ))}
        {!isBusy && reply && !reply.tested && !reply.isSaved && (
          <div className="warn">
            <TriangleAlert className="i" aria-hidden />
            <span>{reply.toast.text ?? reply.toast.title}</span>
          </div>
        )}
      </div>
    </fetcher.Form>
  );
}
