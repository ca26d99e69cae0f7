import { data } from "react-router";
import { roles, peopleTab as words } from "../../copy/panel/people.ts";
import { endPreviewLinksOf } from "../../features/changes/links.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { type Args, recordOf } from "../../features/sign-in/actor.server.ts";
import { endShortcuts, listPeopleWithFactor, resetFactor } from "../../features/sign-in/factors.server.ts";
import {
  invite,
  listInvitations,
  revokeInvitation,
  revokeInvitationOf,
} from "../../features/sign-in/invitations.server.ts";
import { endSessionsOf } from "../../features/sign-in/session.server.ts";
import { findPerson, listPeople } from "../../features/staff/queries.server.ts";
import { hasRight, type SignedIn } from "../../features/staff/rights.ts";
import { invitation, peopleWrite } from "../../features/staff/rules.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { setDisabled, setRole } from "../../features/staff/writes.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import type { ShareReply } from "../../ui/panel/preview-link.tsx";
import { readForm, save, saveForm } from "./save.server.ts";

const { toasts } = words;

/** Returns people, each with when their open link for a new password expires, and the invitations of others. */
export async function readPeople(db: Database, who: SignedIn) {
  const [people, withFactor, invited, { time_zone }] = await Promise.all([
    listPeople(db),
    listPeopleWithFactor(db),
    listInvitations(db),
    readSettings(db),
  ]);
  const known = new Set(people.map(({ email }) => email.toLowerCase()));
  const until = new Map(
    invited.map(({ email, expires_at }) => [email.toLowerCase(), shortTime(expires_at, time_zone)]),
  );
  return {
    people: people.map(({ disabled_at, ...person }) => ({
      ...person,
      linkUntil: until.get(person.email.toLowerCase()) ?? null,
      isDisabled: disabled_at !== null,
      isYou: person.id === who.person,
      hasFactor: withFactor.has(person.id),
    })),
    invited: invited
      .filter(({ email }) => !known.has(email.toLowerCase()))
      .map(({ expires_at, ...one }) => ({ ...one, until: shortTime(expires_at, time_zone) })),
  };
}

/** Answers the posts of the People tab, which the Settings tab takes as well (CONTRACT). */
export function answerPeople(args: Args, form: FormData) {
  const intent = form.get("intent");
  return intent === "invite" ? invitePerson(args, form) : changePerson(args, form);
}

/** Invites a person, or creates a new link for an open invitation. */
async function invitePerson(args: Args, form: FormData) {
  const db = args.context.get(ownerDb);
  let link: string | undefined;
  const reply = await saveForm(
    readForm(form, invitation),
    async (input) => {
      const { email } = input;
      const { site_title: siteTitle } = await readSettings(db);
      const { person, name: by } = args.context.get(signedInAs)!;
      const site = { ...args.context.get(configContext), siteTitle };
      const invited = await invite(db, site, { ...input, by: person && by });
      const { role } = invited;
      link = invited.link;
      await recordOf(args, "person.invited", { email, role });
      return role === input.role ? toasts.mailed : toasts.roleStays(roles[role].name);
    },
    { done: toasts.invited(String(form.get("email")).trim()), failed: toasts.inviteFailed },
  );
  return data<ShareReply>({ ...reply.data, link }, reply.init ?? undefined);
}

async function changePerson(args: Args, form: FormData) {
  const db = args.context.get(ownerDb);
  const parsed = peopleWrite.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw data(null, { status: 400 });
  const input = parsed.data;
  const change = (done: string, write: () => Promise<void>) => save(write, { done, failed: toasts.failed });
  switch (input.intent) {
    case "person-role":
      return change(toasts.role, async () => {
        const name = await db.transaction(async (tx) => {
          await endShortcuts(tx, input.person);
          if (!hasRight(input.role, "content")) await endPreviewLinksOf(tx, input.person);
          return setRole(tx, input.person, input.role);
        });
        await recordOf(args, "person.role", { name, role: input.role });
      });
    case "person-reset-factor":
      // People remove their own factors under "Your account".
      if (input.person === args.context.get(signedInAs)?.person) throw data(null, { status: 400 });
      return change(toasts.reset, async () => {
        const person = await findPerson(db, input.person);
        if (person && (await resetFactor(db, person.id)))
          await recordOf(args, "factor.reset", { name: person.name });
      });
    case "revoke-invitation":
      return change(toasts.revoked, async () => {
        await revokeInvitation(db, input.email);
        await recordOf(args, "invitation.revoked", { email: input.email });
      });
    default: {
      const isDisabled = input.intent === "person-disable";
      return change(isDisabled ? toasts.disabled : toasts.enabled, async () => {
        const name = await db.transaction(async (tx) => {
          const name = await setDisabled(tx, input.person, isDisabled);
          // Otherwise, enabling the person again would revive old sessions and links.
          if (isDisabled) {
            await endSessionsOf(tx, input.person);
            await revokeInvitationOf(tx, input.person);
            await endPreviewLinksOf(tx, input.person);
          }
          await endShortcuts(tx, input.person);
          return name;
        });
        await recordOf(args, isDisabled ? "person.disabled" : "person.enabled", { name });
      });
    }
  }
}
