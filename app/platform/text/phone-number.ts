/** Six digits, as every complete number has, and the rest of that number. */
const FIRST_NUMBER = /(?:\D*\d){6}[^\p{L}+/,;#|]*/u;

/**
 * Returns the first phone number in a text, without an extension or a second number, which would be dialed as part
 * of the first. Leaves out the "(0)" of "+44 (0)20 …", which callers from abroad don't dial.
 */
export function firstNumber(typed: string): string {
  const [first] = FIRST_NUMBER.exec(typed) ?? [typed];
  return first.replace(/(\+\s*\d{1,3}[\s.-]*)\(0\)/, "$1");
}
