import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { factorCard } from "../../copy/panel/factor.ts";
import { namedPasskey } from "../../features/sign-in/factor-rules.ts";
import { TextField } from "../../ui/panel/field.tsx";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { createPasskey, useHasPasskeys } from "../../ui/panel/passkey.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { type Column, Table } from "../../ui/panel/table.tsx";
import { showToast, useToast } from "../../ui/panel/toaster.tsx";
import type { FactorReply, readFactor } from "./factor.server.ts";

const words = factorCard.passkeys;

type Factor = Awaited<ReturnType<typeof readFactor>>;
type Passkey = Factor["passkeys"][number];
const COLUMNS: Column<Passkey>[] = [
  { head: words.columns.name, className: "tbl__main", cell: ({ name }) => <b>{name}</b> },
  { head: words.columns.added, className: "subtle tbl__date", cell: ({ added }) => added },
  { head: words.columns.used, className: "subtle tbl__date", cell: ({ used }) => used ?? words.unused },
];

/** Lists passkeys. The form to add one is hidden if the site or the browser doesn't support passkeys. */
export function Passkeys({
  passkeys,
  problem,
  post,
  onCodes,
}: Pick<Factor, "passkeys" | "problem"> & {
  post: (values: Record<string, string>) => void;
  onCodes: (codes: string[] | undefined) => void;
}) {
  const hasPasskeys = useHasPasskeys();
  const unable = problem ?? (hasPasskeys ? null : "browser");
  return (
    <>
      <div className="sett__b account__part">
        <h3>{words.title}</h3>
        <p>{words.about}</p>
        {unable ? <p>{words.problems[unable]}</p> : <AddPasskey onCodes={onCodes} />}
      </div>
      {passkeys.length > 0 && (
        <Table
          caption={words.title}
          columns={COLUMNS}
          rows={passkeys}
          keyOf={({ id }) => id}
          actions={({ id, name }) => (
            <button
              type="button"
              className="btn btn--line"
              onClick={() =>
                window.confirm(words.confirmRemove(name)) && post({ intent: "passkey-remove", id })
              }
            >
              {words.remove}
              <span className="sr"> {name}</span>
            </button>
          )}
        />
      )}
    </>
  );
}

function AddPasskey({ onCodes }: { onCodes: (codes: string[] | undefined) => void }) {
  const { fetcher, form, formProps, field, element, clear } = useSaveForm({
    schema: namedPasskey,
    values: {},
    failed: factorCard.toasts.failed,
    onSaved: () => {},
  });
  const adding = useFetcher<FactorReply>();
  const asked = fetcher.state === "idle" ? (fetcher.data as FactorReply | undefined)?.options : undefined;
  const added = adding.state === "idle" ? adding.data : undefined;
  useToast(added?.toast);
  const done = useRef({ onCodes, clear, submit: adding.submit });
  done.current = { onCodes, clear, submit: adding.submit };
  useEffect(() => {
    if (!asked) return;
    const { name } = Object.fromEntries(new FormData(element.current!));
    createPasskey(asked).then((response) => {
      if (response)
        done.current.submit({ intent: "passkey-add", name: String(name), response }, { method: "post" });
      else showToast({ tone: "bad", title: factorCard.toasts.failed, text: words.canceled });
    });
  }, [asked, element]);
  useEffect(() => {
    if (!added?.isSaved) return;
    done.current.clear();
    done.current.onCodes(added.codes);
  }, [added]);
  return (
    <fetcher.Form {...formProps} data-form="passkey">
      <input type="hidden" name="intent" value="passkey-options" />
      <FormProblem errors={form.errors} />
      <div className="fgrid fgrid--2">
        <TextField field={field("name")} label={words.name} hint={words.nameHint} autoComplete="off" />
      </div>
      <div className="btns">
        <SubmitButton className="btn btn--line" isBusy={fetcher.state !== "idle" || adding.state !== "idle"}>
          {words.add}
        </SubmitButton>
      </div>
    </fetcher.Form>
  );
}
