// Reads the JSON reports of Vitest and Playwright.
import fs from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** `promise` is the test's name, empty if its file couldn't start. `why` is the full message. */
export type Failure = { file: string; promise: string; why: string };

/** `flaky` has the tests that passed only when they were retried; they count as passed. */
export type Count = { passed: number; failed: number; failures?: Failure[]; flaky?: Failure[] };

/**
 * Reads Vitest's report.
 * @param code the exit code
 */
export function readUnitReport(file: string, code: number): Count {
  type Test = { status: string; fullName: string; failureMessages: string[] };
  type Report = {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; message: string; status: string; assertionResults: Test[] }[];
  };
  return counted<Report>(file, code, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    flaky: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages[0]!)),
    ),
    failures: testResults.flatMap(({ name, message, status, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === "failed");
      // A file that couldn't start has no failed test.
      if (status === "failed" && failed.length === 0) return failure(name, "", message);
      return failed.map((test) => failure(name, test.fullName, test.failureMessages.join("\n")));
    }),
  }));
}

/**
 * Reads Playwright's report.
 * @param code the exit code
 */
export function readBrowserReport(file: string, code: number): Count {
  type Spec = {
    title: string;
    file: string;
    ok: boolean;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  };
  type Suite = { specs?: Spec[]; suites?: Suite[] };
  type Report = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] };
  const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
  return counted<Report>(file, code, ({ stats, suites }) => {
    const specs = suites.flatMap(specsOf);
    const fileOf = (spec: Spec) => path.join("tests/e2e", spec.file);
    const errorsOf = ({ tests }: Spec) =>
      tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []));
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      flaky: specs
        .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
        .map((spec) => failure(fileOf(spec), spec.title, errorsOf(spec)[0] ?? "timed out")),
      failures: specs
        .filter(({ ok }) => !ok)
        .map((spec) => failure(fileOf(spec), spec.title, errorsOf(spec).join("\n"))),
    };
  });
}

const failure = (file: string, promise: string, why: string): Failure => ({
  ...{ file, promise, why: stripVTControlCharacters(why).trim() },
});

/** A runner that fails without a failed test, or runs no tests, counts as a failure. */
function counted<Report>(file: string, code: number, read: (report: Report) => Count): Count {
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const count = read(JSON.parse(fs.readFileSync(file, "utf8")) as Report);
  const isSilentFailure = count.failed === 0 && (code !== 0 || count.passed === 0);
  return isSilentFailure ? { ...count, failed: 1 } : count;
}
