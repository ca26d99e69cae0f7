/**
 * How much of the tests in `tests/faults` runs: in `npm test` what takes seconds, all of it in `npm run faults`.
 * @param inTest how many in `npm test`
 * @param whole how many in `npm run faults`
 */
export const howMany = (inTest: number, whole: number): number =>
  process.env.FAULTS === "whole" ? whole : inTest;
