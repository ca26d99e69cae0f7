/** Parses JSON without `unstorable` characters; undefined if it's invalid. */
export function parseJson(text: string): unknown {
  try {
    return unstorable.test(text) ? JSON.parse(text, clean) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes NUL and unpaired surrogates from a value's texts. PostgreSQL's JSON can't store them. */
export function storable<Value>(value: Value): Value {
  const json = JSON.stringify(value);
  return unstorable.test(json) ? (JSON.parse(json, clean) as Value) : value;
}

/** Escapes of NUL and of surrogates, paired or not. */
const unstorable = /\\u(0000|d[89a-f])/i;

const clean = (_: string, one: unknown) =>
  typeof one === "string" ? one.toWellFormed().replaceAll("\0", "") : one;
