import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, with the seconds of a run on two processors. */
const SECONDS: Record<string, number> = {
  "tests/http/every-text.test.ts": 33,
  "tests/http/media.test.ts": 27,
  "server/images/images.test.ts": 26,
  "tests/ops/supervisor.test.ts": 25,
  "tests/ops/backup-nightly.test.ts": 25,
  "tests/http/import.test.ts": 24,
  "tests/ops/start.test.ts": 22,
  "tests/ops/backup.test.ts": 22,
  "tests/http/audits.test.ts": 22,
  "tests/http/sign-in-factors.test.ts": 20,
  "app/features/mail/delivery.test.ts": 17,
  "tests/ops/silent-network.test.ts": 16,
  "tests/http/dead-links.test.ts": 15,
  "tests/http/slow-database.test.ts": 15,
  "tests/ops/rolling-restart.test.ts": 15,
  "tests/http/redirects-tab.test.ts": 15,
  "tests/http/changes.test.ts": 13,
  "tests/ops/postgres.test.ts": 13,
  "server/cache/page-cache.test.ts": 12,
  "tests/ops/stalled.test.ts": 12,
  "server/worker.test.ts": 11,
  "app/features/page-editing/save-edit.test.ts": 10,
  "tests/http/every-page.test.ts": 10,
  "tests/ops/connections.test.ts": 10,
  "tests/http/site-check.test.ts": 10,
  "tests/http/rights.test.ts": 10,
};

/** Starts the slowest files first, so that no worker is left with one at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification) =>
      SECONDS[moduleId.slice(this.ctx.config.root.length + 1)] ?? 0;
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}
