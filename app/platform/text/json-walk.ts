// Validates hand-written JSON, because not every browser's `JSON.parse` reports the line.
import { visit } from "jsonc-parser";

/** The message includes the line, starting at 1. */
export class JsonFault extends Error {
  override name = "JsonFault";
}

type Refuse = (reason: string) => never;

type JsonWalk = {
  /** @param depth number of enclosing objects and lists */
  onBegin(bracket: "{" | "[", depth: number, refuse: Refuse): void;
  onName?(name: string, refuse: Refuse): void;
  onValue?(value: unknown, refuse: Refuse): void;
  /** Returns the error message for missing parts, trailing commas, extra content, or an early end. */
  wordsFor(fault: "value" | "name" | "colon" | "comma" | "trailing" | "follow" | "end"): string;
};

/**
 * Walks through JSON up to its first error.
 * @throws JsonFault with the walk's message
 */
export function walkJson(text: string, { onBegin, onName, onValue, wordsFor }: JsonWalk) {
  const open: ("{" | "[")[] = [];
  let last: "{" | "[" | "," | ":" | "name" | "value" | undefined;
  const refuseAt = (offset: number) => (reason: string) => {
    throw new JsonFault(`Line ${text.slice(0, offset).split("\n").length}: ${reason}`);
  };
  const begin = (bracket: "{" | "[") => (offset: number) => {
    onBegin(bracket, open.length, refuseAt(offset));
    open.push(bracket);
    last = bracket;
  };
  const end = (close: "}" | "]") => (offset: number) => {
    if (offset >= text.length) refuseAt(offset)(`the closing ${close} is missing.`);
    open.pop();
    last = "value";
  };
  const faultAt = (offset: number) => {
    const isInObject = open.at(-1) === "{";
    if (last === "name") return "colon";
    if (last === "value") return open.length ? "comma" : "follow";
    if (last === "," && text[offset] === (isInObject ? "}" : "]")) return "trailing";
    if (offset >= text.length && last === "," && isInObject) end("}")(offset);
    if (isInObject && last !== ":") return "name";
    return offset < text.length ? "value" : "end";
  };
  visit(
    text,
    {
      onObjectBegin: begin("{"),
      onArrayBegin: begin("["),
      onObjectEnd: end("}"),
      onArrayEnd: end("]"),
      onObjectProperty(name, offset) {
        onName?.(name, refuseAt(offset));
        last = "name";
      },
      onLiteralValue(value, offset) {
        onValue?.(value, refuseAt(offset));
        last = "value";
      },
      onSeparator(sign) {
        last = sign as "," | ":";
      },
      onError: (_code, offset) => refuseAt(offset)(wordsFor(faultAt(offset))),
    },
    { disallowComments: true },
  );
}
