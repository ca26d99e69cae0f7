// `POST …/passkey` signs in with a passkey, from the sign-in page or the panel's dialog. It isn't behind the
// gate in `panel/shell/gate.server.ts`.
import { data } from "react-router";
import { passkeyLogin as words } from "../../copy/panel/factor.ts";
import { assertion } from "../../features/sign-in/factor-rules.ts";
import { noticeCookie } from "../../features/sign-in/notice.server.ts";
import { isFromPanelPage, notFromPanel } from "../../features/sign-in/panel-page.server.ts";
import { findPasskeyProblem } from "../../features/sign-in/passkeys.server.ts";
import { findSignedIn } from "../../features/sign-in/session.server.ts";
import { finishPasskey, startPasskey } from "../../features/sign-in/sign-in.server.ts";
import { configContext, systemDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import type { PasskeyReply } from "../../ui/panel/passkey.ts";
import type { Route } from "./+types/passkey";

const reply = (body: PasskeyReply, init: ResponseInit = {}) => Response.json(body, init);

export async function action(args: Route.ActionArgs) {
  if (findPasskeyProblem(args.context.get(configContext))) throw data(null, { status: 404 });
  const form = await readPostedForm(args.request);
  const db = args.context.get(systemDb);
  // With a session, a passkey also counts as recent proof, which only the panel may ask for.
  const isSignedIn = (await findSignedIn(db, args.request)) !== null;
  if (isSignedIn && !(await isFromPanelPage(args.request, db))) throw notFromPanel();
  if (form.get("intent") === "options") {
    const started = await startPasskey(args);
    if (started.outcome === "started")
      return reply({ options: started.options }, { headers: started.headers });
    const headers = { "Retry-After": String(started.seconds) };
    return reply({ error: words.tooMany(started.seconds) }, { status: 429, headers });
  }
  const email = form.get("email");
  const response = parseOr400(assertion, form.get("response"));
  const headers = await finishPasskey(args, response, email === null ? null : String(email));
  if (!headers) return reply({ error: words.wrong }, { status: 401 });
  // Only the panel's dialog sends an email address. The dialog doesn't load a new page, so it needs no notice.
  if (email === null) headers.append("Set-Cookie", await noticeCookie(args.request, "logged-in"));
  return reply({ isRight: true }, { headers });
}
