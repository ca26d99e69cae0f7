import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { forgetInput, storedNames } from "../../ui/panel/stored-input.ts";

/** The names of the forms about an enquiry, with its id. */
const ABOUT = /^(?:reply|answer|note) ([\da-f-]{36})$/;
export const ASKED_MAX = 200;

const idOf = (name: string) => ABOUT.exec(name)?.[1] ?? "";

/** Deletes what this browser stored of unsent replies and notes about enquiries that were deleted, by whomever. */
export function useForgottenInput() {
  const { submit, data } = useFetcher<{ known?: string[] }>();
  const asked = useRef<string[]>([]);
  useEffect(() => {
    const ids = new Set(storedNames().map(idOf).filter(Boolean));
    asked.current = [...ids].slice(0, ASKED_MAX);
    if (ids.size) void submit({ intent: "known", ids: asked.current.join() }, { method: "post" });
  }, [submit]);
  const known = data?.known;
  useEffect(() => {
    if (!known) return;
    const gone = asked.current.filter((id) => !known.includes(id));
    for (const name of storedNames()) if (gone.includes(idOf(name))) forgetInput(name);
  }, [known]);
}
