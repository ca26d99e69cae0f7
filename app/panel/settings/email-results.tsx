import { CircleCheck, TriangleAlert } from "lucide-react";
import { serverReplyLabel } from "../../copy/panel/mail.ts";
import { mailCard as words } from "../../copy/panel/mail-settings.ts";
import { Trouble } from "../../ui/panel/trouble.tsx";
import type { TestReply } from "./email.server.ts";
import type { Email } from "./email.tsx";

/** Explains why no email can be sent. */
export function EmailNotice({ setup: { server, isPasswordLost } }: Pick<Email, "setup">) {
  if (server) return null;
  return (
    <div className="warn">
      <TriangleAlert className="i" aria-hidden />
      <span>{isPasswordLost ? words.passwordLost : words.notSetUp}</span>
    </div>
  );
}

export function TestResults({ reply }: { reply: TestReply | undefined }) {
  return (
    <div role="status">
      {reply?.tested?.map((one) => (
        <div key={one.to} className={one.isSent ? "warn warn--good" : "warn"}>
          {one.isSent ? (
            <CircleCheck className="i" aria-hidden />
          ) : (
            <TriangleAlert className="i" aria-hidden />
          )}
          <Trouble words={one.words} said={one.said} summary={serverReplyLabel} />
        </div>
      ))}
      {reply?.toast && !reply.tested && !reply.isSaved && (
        <div className="warn">
          <TriangleAlert className="i" aria-hidden />
          <span>{reply.toast.text ?? reply.toast.title}</span>
        </div>
      )}
    </div>
  );
}
