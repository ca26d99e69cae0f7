/**
 * Returns how much of `tests/faults` to run.
 * @param inTest the number for `npm test`
 * @param whole the number for `npm run faults`
 */
export const howMany = (inTest: number, whole: number): number =>
  process.env.FAULTS === "whole" ? whole : inTest;
