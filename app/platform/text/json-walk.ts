// JSON as people write it by hand: not every browser's `JSON.parse` says where it stumbles.
import { visit } from "jsonc-parser";

/** Where a text is not the JSON that is asked for, and why; the line counts from 1. */
export class JsonFault extends Error {
  override name = "JsonFault";
}

type Refuse = (reason: string) => never;

/** What is done about what stands there; each may refuse it. */
type JsonWalk = {
  /** @param depth in how many others the object or list is */
  onBegin(bracket: "{" | "[", depth: number, refuse: Refuse): void;
  onName?(name: string, refuse: Refuse): void;
  onValue?(value: unknown, refuse: Refuse): void;
  /**
   * Words for what is missing at a place, a comma before a closing bracket, something behind the whole, and a text
   * that ends too early
   */
  wordsFor(fault: "value" | "name" | "colon" | "comma" | "trailing" | "follow" | "end"): string;
};

/**
 * Walks through JSON from its start to its first fault.
 * @throws JsonFault there, in the words of the walk
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
