import { type RefObject, useEffect, useState } from "react";

/** Reading a long form on every keystroke would slow down typing. */
const PAUSE_MS = 150;
/** The rich-text editor often fires no `input` event. */
const ACTS = ["input", "change", "click", "keyup", "paste", "drop"];

/**
 * Reads a form while it's being filled in.
 * @returns a function from a field's name to its text
 */
export function useTypedFields(
  form: RefObject<HTMLFormElement | null>,
  values: object,
): (name: string) => string {
  const [typed, setTyped] = useState<Record<string, unknown>>({ ...values });
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout>;
    const read = () => setTyped(Object.fromEntries(new FormData(element)));
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(read, PAUSE_MS);
    };
    for (const act of ACTS) element.addEventListener(act, wait);
    return () => {
      clearTimeout(timer);
      for (const act of ACTS) element.removeEventListener(act, wait);
    };
  }, [form]);
  return (name) => (typeof typed[name] === "string" ? typed[name] : "");
}
