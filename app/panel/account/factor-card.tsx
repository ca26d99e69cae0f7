import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { factorCard as words } from "../../copy/panel/factor.ts";
import { confirmation } from "../../features/sign-in/factor-rules.ts";
import { CardSection } from "../../ui/panel/card-section.tsx";
import { TextField } from "../../ui/panel/field.tsx";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { showToast } from "../../ui/panel/toaster.tsx";
import type { FactorReply, readFactor } from "./factor.server.ts";
import { Passkeys } from "./passkeys.tsx";

type Factor = Awaited<ReturnType<typeof readFactor>>;
type Setup = NonNullable<Factor["setup"]>;

/** Renders two-factor authentication settings. New recovery codes appear only once. */
export function FactorCard({ factor }: { factor: Factor | null }) {
  const [codes, setCodes] = useState<string[]>();
  // If a change creates no codes, keep earlier ones on screen: the person may not have saved them yet.
  const showCodes: ShowCodes = (made) => made && setCodes(made);
  const post = useRowAction<FactorReply>((reply) => showCodes(reply.codes));
  return (
    <CardSection id="factor" title={words.title} about={words.about} icon={ShieldCheck}>
      {codes && factor?.isOn && <NewCodes codes={codes} />}
      {factor && (
        <>
          <div className="sett__b">
            <p>{factor.isOn ? words.on(factor.codes) : words.off}</p>
            {factor.isOn && (
              <div className="btns">
                <button
                  type="button"
                  className="btn btn--line"
                  onClick={() => post({ intent: "factor-codes" })}
                >
                  {words.renew}
                </button>
              </div>
            )}
          </div>
          <App factor={factor} post={post} onCodes={showCodes} />
          <Passkeys {...factor} post={post} onCodes={showCodes} />
        </>
      )}
    </CardSection>
  );
}

type Post = (values: Record<string, string>) => void;
type ShowCodes = (codes: string[] | undefined) => void;

function App({ factor, post, onCodes }: { factor: Factor; post: Post; onCodes: ShowCodes }) {
  // Keep the setup form mounted until the reply with the recovery codes arrives.
  const [held, setHeld] = useState<Setup | null>(null);
  const { hasApp, setup: open } = factor;
  if (open && open.secret !== held?.secret) setHeld(open);
  const setup = open ?? (hasApp ? held : null);
  const endSetup: ShowCodes = (codes) => {
    setHeld(null);
    onCodes(codes);
  };
  return (
    <div className="sett__b account__part">
      <h3>{words.app.title}</h3>
      <p>{words.app.about}</p>
      {setup ? (
        <SetupForm key={setup.secret} setup={setup} onCodes={endSetup} post={post} />
      ) : (
        <div className="btns">
          {hasApp ? (
            <button
              type="button"
              className="btn btn--line"
              onClick={() => window.confirm(words.app.confirmRemove) && post({ intent: "factor-remove" })}
            >
              {words.app.remove}
            </button>
          ) : (
            <button type="button" className="btn btn--line" onClick={() => post({ intent: "factor-start" })}>
              {words.app.start}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function SetupForm({ setup, onCodes, post }: { setup: Setup; onCodes: ShowCodes; post: Post }) {
  const { fetcher, form, formProps, field } = useSaveForm({
    schema: confirmation,
    values: {},
    failed: words.toasts.failed,
    onSaved: (_, reply) => onCodes((reply as FactorReply).codes),
  });
  const { path, size } = setup.qr;
  return (
    <fetcher.Form {...formProps} data-form="factor">
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

function NewCodes({ codes }: { codes: string[] }) {
  const text = codes.join("\n");
  const { title, about, label, file, ...said } = words.codes;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ tone: "good", title: said.copied });
    } catch {
      // Without HTTPS, browsers offer no clipboard.
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
