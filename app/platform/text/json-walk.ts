// Validates hand-written JSON: not every browser's `JSON.parse` says where the error is.
import { visit } from "jsonc-parser";

/** Where and why a text isn't the expected JSON; the line counts from 1. */
export class JsonFault extends Error {
  override name = "JsonFault";
}

type Refuse = (reason: string) => never;

/** Callbacks for what is found; each can reject it. */
type JsonWalk = {
  /** @param depth how many objects or lists enclose this one */
  onBegin(bracket: "{" | "[", depth: number, refuse: Refuse): void;
  onName?(name: string, refuse: Refuse): void;
  onValue?(value: unknown, refuse: Refuse): void;
  /**
   * Returns the message for something missing at a place, a comma before a closing bracket, content after the end, and
   * a text that ends too early
   */
  wordsFor(fault: "value" | "name" | "colon" | "comma" | "trailing" | "follow" | "end"): string;
};

/**
 * Walks through JSON up to its first error.
 * @throws JsonFault there, with the walk's message
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
