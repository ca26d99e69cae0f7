import { useState } from "react";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import { services } from "../../copy/site/service-catalog.ts";
import { STARTS } from "../../features/landing-pages/starting-points.ts";
import { Dialog, DialogHead } from "../../ui/panel/dialog.tsx";
import { SelectField, TextField } from "../../ui/panel/field.tsx";
import { forgetInput, useStoredInput } from "../../ui/panel/stored-input.ts";

const words = landingPages.start;
const STORED = "new page";

/**
 * @param props.own the owner's pages, for copying
 * @param props.onStart receives the choices as URL query values
 */
export function StartDialog(props: {
  own: readonly { id: string; title: string }[];
  onStart: (choices: Record<string, string>) => void;
  onClose: () => void;
}) {
  const { own, onStart, onClose } = props;
  const [start, setStart] = useState<string>("city");
  const starts = own.length ? [...STARTS, "copy" as const] : STARTS;
  const field = (name: string) => ({ id: `start-${name}`, name });
  return (
    <Dialog onClose={onClose} hasChanges={() => false}>
      <form
        ref={useStoredInput(STORED)}
        className="dlg"
        onSubmit={(event) => {
          event.preventDefault();
          const posted = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
          forgetInput(STORED);
          onStart(Object.fromEntries(posted));
        }}
      >
        <DialogHead title={words.title} about={words.about} />
        <div className="dlg__b">
          <fieldset className="lstart">
            <legend className="sr">{words.about}</legend>
            {starts.map((one) => (
              <label key={one} className="lstart__one">
                <input
                  type="radio"
                  name="from"
                  value={one}
                  checked={start === one}
                  onChange={() => setStart(one)}
                />
                <span>
                  <b>{words.options[one].label}</b>
                  <small>{words.options[one].hint}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <div className="fgrid fgrid--2">
            {start !== "copy" && start !== "blank" && (
              <SelectField field={field("service")} label={words.service} defaultValue="local-seo">
                <option value="">{words.noService}</option>
                {services.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </SelectField>
            )}
            {start === "city" && (
              <>
                <TextField field={field("city")} label={words.city} isOptional hint={words.cityHint} />
                <TextField field={field("state")} label={words.state} isOptional />
              </>
            )}
            {start === "industry" && (
              <TextField field={field("industry")} label={words.industry} isOptional />
            )}
            {start === "copy" && (
              <SelectField field={field("of")} label={words.copyOf}>
                {own.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
        </div>
        <div className="dlg__f">
          <span className="sp" />
          <button type="button" className="btn btn--ghost" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="submit" className="btn">
            {words.next}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
