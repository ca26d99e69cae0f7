import { ShieldCheck } from "lucide-react";
import { useRef, useState } from "react";
import { factorCard as words } from "../../copy/panel/factor.ts";
import { confirmation, proof } from "../../features/sign-in-factors/rules.ts";
import { CardSection } from "../../ui/panel/card-section.tsx";
import { TextField } from "../../ui/panel/field.tsx";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { PasswordField } from "../../ui/panel/password-field.tsx";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import { showToast } from "../../ui/panel/toaster.tsx";
import type { FactorReply } from "./factor.server.ts";

type Setup = { secret: string; qr: { path: string; size: number } };
type ShowCodes = (codes: string[] | undefined) => void;

/** Two-factor authentication: off, being set up, or on. New recovery codes are shown once. */
export function FactorCard({
  factor,
}: {
  factor: { isOn: boolean; codes: number; setup: Setup | null } | null;
}) {
  const [codes, setCodes] = useState<string[]>();
  const post = useRowAction();
  // The form stays until its reply with the recovery codes has arrived, even if the page behind already knows it's on.
  const [held, setHeld] = useState<Setup | null>(null);
  const open = factor?.setup;
  if (open && open.secret !== held?.secret) setHeld(open);
  const setup = open ?? (factor?.isOn ? held : null);
  const endSetup: ShowCodes = (made) => {
    setHeld(null);
    setCodes(made);
  };
  return (
    <CardSection id="factor" title={words.title} about={words.about} icon={ShieldCheck}>
      {codes && <NewCodes codes={codes} />}
      {setup ? (
        <SetupForm key={setup.secret} setup={setup} onCodes={endSetup} />
      ) : factor?.isOn ? (
        <OnForm left={factor.codes} onCodes={setCodes} />
      ) : (
        <div className="sett__b">
          <p>{words.off}</p>
          <div className="btns">
            <button
              type="button"
              className="btn"
              onClick={() => {
                setCodes(undefined);
                post({ intent: "factor-start" });
              }}
            >
              {words.start}
            </button>
          </div>
        </div>
      )}
    </CardSection>
  );
}

function SetupForm({ setup, onCodes }: { setup: Setup; onCodes: ShowCodes }) {
  const { fetcher, form, formProps, field } = useSaveForm({
    schema: confirmation,
    values: {},
    failed: words.toasts.failed,
    onSaved: (_, reply) => onCodes((reply as FactorReply).codes),
  });
  const post = useRowAction();
  const { path, size } = setup.qr;
  return (
    <fetcher.Form {...formProps} className="sett__b" data-form="factor">
      <input type="hidden" name="intent" value="factor-confirm" />
      <FormProblem errors={form.errors} />
      <p>{words.steps.scan}</p>
      <svg className="account__qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.steps.qr}>
        <path d={path} />
      </svg>
      <p className="account__secret">
        {words.steps.secret}: <code className="mono">{setup.secret}</code>
      </p>
      <div className="fgrid fgrid--2">
        <TextField
          field={field("code")}
          label={words.code}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <PasswordField field={field("password")} label={words.password} autoComplete="current-password" />
      </div>
      <div className="btns">
        <SubmitButton isBusy={fetcher.state !== "idle"}>{words.confirm}</SubmitButton>
        <button type="button" className="btn btn--ghost" onClick={() => post({ intent: "factor-cancel" })}>
          {words.cancel}
        </button>
      </div>
    </fetcher.Form>
  );
}

function OnForm({ left, onCodes }: { left: number; onCodes: ShowCodes }) {
  const { fetcher, form, formProps, field, clear } = useSaveForm({
    schema: proof,
    values: {},
    failed: words.toasts.failed,
    onSaved: (_, reply: SaveReply) => {
      onCodes((reply as FactorReply).codes);
      clear();
    },
  });
  const isBusy = fetcher.state !== "idle";
  // Not the buttons' own value: after logging in again, the form resubmits without a button.
  const intent = useRef<HTMLInputElement>(null);
  const choose = (chosen: string) => {
    if (intent.current) intent.current.value = chosen;
  };
  return (
    <fetcher.Form {...formProps} className="sett__b" data-form="factor">
      <input ref={intent} type="hidden" name="intent" defaultValue="factor-codes" />
      <FormProblem errors={form.errors} />
      <p className="account__state">{words.on(left)}</p>
      <div className="fgrid fgrid--2">
        <PasswordField
          field={field("proof")}
          label={words.proof}
          hint={words.proofHint}
          autoComplete="current-password"
        />
      </div>
      <div className="btns">
        <button type="submit" className="btn" disabled={isBusy} onClick={() => choose("factor-codes")}>
          {words.renew}
        </button>
        <button
          type="submit"
          className="btn btn--line"
          disabled={isBusy}
          onClick={(event) => {
            choose("factor-remove");
            if (!window.confirm(words.confirmRemove)) event.preventDefault();
          }}
        >
          {words.remove}
        </button>
      </div>
    </fetcher.Form>
  );
}

function NewCodes({ codes }: { codes: string[] }) {
  const text = codes.join("\n");
  const { title, about, label, file, ...said } = words.codes;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ tone: "good", title: said.copied });
    } catch {
      // Browsers don't offer pages a clipboard without https.
      showToast({ tone: "bad", title: said.notCopied, text: said.selectThem });
    }
  };
  return (
    <div className="sett__b account__codes" role="status">
      <h3>{title}</h3>
      <p>{about}</p>
      <ul className="mono" aria-label={label}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="btns">
        <button type="button" className="btn" onClick={copy}>
          {said.copy}
        </button>
        <a
          className="btn btn--line"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={file}
        >
          {said.download}
        </a>
      </div>
    </div>
  );
}
