/** Returns a number with thousands separators: "1,234". */
export const number = (count: number) => count.toLocaleString("en-US");

/** Returns a number with its noun: "1 page", "2 pages". */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`;
