/**
 * Returns how much of a test of faults to run.
 * @param inTest for `npm test`
 * @param whole for `npm run faults`
 */
export const howMany = <Much>(inTest: Much, whole: Much): Much =>
  process.env.FAULTS === "whole" ? whole : inTest;
