import { Mail } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useFetcher } from "react-router";
import {
  MAIL_LABELS as labels,
  type MailProvider,
  mailProviders,
  SES_REGION,
  mailCard as words,
} from "../../copy/panel/mail-settings.ts";
import { mailRules } from "../../features/mail/rules.ts";
import { useAutosave } from "../../ui/panel/autosave.ts";
import { type AutosaveChoice, AutosaveOffer } from "../../ui/panel/autosave-offer.tsx";
import { CardSection } from "../../ui/panel/card-section.tsx";
import { Facts } from "../../ui/panel/facts.tsx";
import { type FieldState, SelectField, TextField } from "../../ui/panel/field.tsx";
import { FormProblem, HiddenFields, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { Options } from "../../ui/panel/list-parts.tsx";
import { PasswordField } from "../../ui/panel/password-field.tsx";
import { autosaved, autosavesOf } from "../../ui/panel/record-form.tsx";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { useToast } from "../../ui/panel/toaster.tsx";
import type { TestReply } from "./email.server.ts";
import { EmailNotice, TestResults } from "./email-results.tsx";
import type { PageOf } from "./pages.server.ts";
import { SaveBar } from "./save-bar.tsx";

export type Email = PageOf<"email">["email"];

export function EmailPage({ email }: PageOf<"email">) {
  const [times, setTimes] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  // Each save remounts the form to empty the password field and show the stored values, so focus is lost.
  useEffect(() => {
    if (times) box.current?.querySelector("section")?.focus({ preventScroll: true });
  }, [times]);
  return (
    <div ref={box}>
      <EmailForm key={times} email={email} autosave={email.autosave} onSaved={() => setTimes(times + 1)} />
    </div>
  );
}

function SetOnServer({ email }: { email: Email }) {
  const { server } = words;
  return (
    <>
      <h3 className="fsec">{server.title}</h3>
      <Facts
        rows={[
          [server.siteUrl, email.siteUrl],
          [server.searchEngines, email.isIndexed ? server.isOn : server.isOff],
        ]}
      />
      <p className="hint">
        {server.siteUrlHint} {email.isIndexed ? server.turnOff : server.turnOn}
      </p>
    </>
  );
}

type Values = Omit<Email["saved"], "port"> & { port: string };
type FormProps = { email: Email; choice: AutosaveChoice; onSaved: () => void };

const EmailForm = autosaved(({ email, choice, onSaved }: FormProps) => {
  const { variable, leadsTo, setup, siteTitle, defaultSender, defaultRecipient } = email;
  const values = choice.over({
    ...email.saved,
    version: email.version,
    port: String(email.saved.port ?? 587),
  });
  const saving = useSaveForm({
    schema: mailRules,
    values,
    failed: words.toasts.failed,
    onSaved,
    isUnsaved: choice.taken !== null,
  });
  const { fetcher, form, formProps, field, element, hasChanges, newerVersion } = saving;
  const autosave = useAutosave(choice, saving, () => {});
  const test = useFetcher<TestReply>();
  useToast(test.data?.toast);
  const sendTest = () => {
    const typed = new FormData(element.current!);
    typed.set("intent", "test-mail");
    test.submit(typed, { method: "post" });
  };
  const reply = fetcher.data as TestReply | undefined;
  const [isSaving, isTesting] = [fetcher.state !== "idle", test.state !== "idle"];
  return (
    <fetcher.Form {...formProps} className="setts" data-form="email-settings">
      <HiddenFields posts={{ intent: "save-email", version: values.version ?? 0, ...autosavesOf(choice) }} />
      <FormProblem errors={form.errors} newerVersion={newerVersion} />
      <AutosaveOffer choice={choice} version={email.version} isDraft={false} hasChanges={hasChanges} />
      <CardSection id="mail" title={words.title} about={words.about} icon={Mail}>
        <div className="sett__b mailcard">
          <EmailNotice setup={setup} />
          {variable ? (
            <>
              <Facts
                rows={[
                  ...(["host", "port", "security", "username"] as const).map((name): [string, string] => [
                    labels[name]!,
                    variable[name],
                  ]),
                  [labels.password!, variable.hasPassword && words.isSet],
                ]}
              />
              <p className="hint">{words.bySmtpUrl}</p>
            </>
          ) : (
            <Connection saved={values} field={field} />
          )}
          <h3 className="fsec">{words.sending}</h3>
          <div className="fgrid fgrid--2">
            <TextField
              field={field("sender_name")}
              label={labels.sender_name!}
              hint={words.senderNameHint(siteTitle)}
            />
            <TextField
              field={field("sender_email")}
              label={labels.sender_email!}
              inputMode="email"
              hint={words.senderEmailHint(defaultSender)}
            />
            <div className="full">
              {leadsTo ? (
                <>
                  <Facts rows={[[labels.recipients!, leadsTo]]} />
                  <p className="hint">{words.byLeadsTo}</p>
                </>
              ) : (
                <TextField
                  field={field("recipients")}
                  label={labels.recipients!}
                  inputMode="email"
                  hint={words.recipientsHint(defaultRecipient)}
                />
              )}
            </div>
          </div>
          <TestResults reply={isTesting || isSaving ? undefined : latestOf(reply, test.data)} />
          <SetOnServer email={email} />
        </div>
      </CardSection>
      <SaveBar autosave={autosave}>
        {reply?.isUntested && !isSaving && (
          <button type="submit" name="untested" value="on" className="btn btn--ghost">
            {words.saveAnyway}
          </button>
        )}
        <button type="button" className="btn btn--line" disabled={isTesting || isSaving} onClick={sendTest}>
          {isTesting && <span className="spin" aria-hidden />}
          {isTesting ? words.test.isBusy : words.test.send}
        </button>
        <SubmitButton isBusy={isSaving}>{isSaving ? words.isBusy : words.save}</SubmitButton>
      </SaveBar>
    </fetcher.Form>
  );
});

/** Returns the latest test result: from a failed save, or from a test sent after it. */
const latestOf = (saved: TestReply | undefined, tested: TestReply | undefined) =>
  tested?.tested || !saved?.tested ? tested : saved;

/** Choosing a provider fills in the fields. */
function Connection({ saved, field }: { saved: Values; field: (name: string) => FieldState }) {
  const [typed, setTyped] = useState({
    host: saved.host ?? "",
    port: saved.port,
    security: saved.security ?? "starttls",
    username: saved.username ?? "",
  });
  const [chosen, setChosen] = useState(() => providerOf(typed.host) ?? "");
  const id = useId();
  const provider = mailProviders[chosen];
  const set = (values: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...values }));
  const controlled = (name: keyof typeof typed) => ({
    field: field(name),
    label: labels[name]!,
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  const choose = (name: string) => {
    setChosen(name);
    const next = mailProviders[name];
    // Clear a fixed username such as "apikey" when the provider changes.
    const username = next?.username ?? (typed.username === provider?.username ? "" : typed.username);
    if (next) set({ host: next.host, port: next.port, security: next.security, username });
  };
  return (
    <div className="fgrid fgrid--2">
      <div className={chosen === "ses" ? undefined : "full"}>
        <SelectField
          field={{ id: `${id}provider`, name: "provider" }}
          label={words.provider}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <Options of={{ "": words.otherProvider, ...namesOf(mailProviders) }} />
        </SelectField>
      </div>
      {chosen === "ses" && (
        <TextField
          field={{ id: `${id}region`, name: "region" }}
          label={words.region}
          value={SES_HOST.exec(typed.host)?.[1] ?? ""}
          placeholder={SES_REGION}
          onChange={(event) => set({ host: sesHost(event.currentTarget.value.trim()) })}
        />
      )}
      {provider && <p className="hint full">{provider.hint}</p>}
      <TextField
        {...controlled("host")}
        autoCapitalize="none"
        spellCheck={false}
        placeholder="smtp.company.com"
      />
      <div className="fgrid mailcard__port">
        <TextField {...controlled("port")} inputMode="numeric" />
        <SelectField {...controlled("security")}>
          <Options of={words.securities} />
        </SelectField>
      </div>
      <TextField {...controlled("username")} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      <PasswordField
        field={field("password")}
        label={labels.password!}
        // With any other value, browsers offer the panel's password here.
        autoComplete="new-password"
        placeholder={saved.hasPassword ? words.isSaved : undefined}
      />
    </div>
  );
}

const SES_HOST = /^email-smtp\.([a-z0-9-]*)\.amazonaws\.com$/;
const sesHost = (region: string) => `email-smtp.${region}.amazonaws.com`;

const providerOf = (host: string) =>
  SES_HOST.test(host) ? "ses" : Object.keys(mailProviders).find((name) => mailProviders[name]!.host === host);

const namesOf = (providers: Record<string, MailProvider>) =>
  Object.fromEntries(Object.entries(providers).map(([key, { name }]) => [key, name]));
