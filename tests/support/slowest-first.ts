import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, with the seconds of a run on two processors. */
const SECONDS: Record<string, number> = {
  "tests/ops/backup.test.ts": 31,
  "tests/ops/start.test.ts": 30,
  "tests/http/dead-links.test.ts": 27,
  "tests/http/audits.test.ts": 25,
  "tests/ops/supervisor.test.ts": 24,
  "tests/ops/backup-nightly.test.ts": 22,
  "server/images/images.test.ts": 22,
  "tests/http/import.test.ts": 21,
  "tests/http/media.test.ts": 20,
  "tests/ops/bootstrap.test.ts": 18,
  "tests/http/sign-in-factors.test.ts": 18,
  "app/features/mail/delivery.test.ts": 17,
  "tests/ops/silent-network.test.ts": 16,
  "tests/http/slow-database.test.ts": 16,
  "tests/http/every-page.test.ts": 15,
  "tests/http/redirects-tab.test.ts": 15,
  "tests/ops/rolling-restart.test.ts": 15,
  "tests/http/people.test.ts": 14,
  "tests/ops/backup-proof.test.ts": 14,
  "tests/http/rights.test.ts": 14,
  "tests/ops/builds.test.ts": 13,
  "tests/http/site-check.test.ts": 13,
  "tests/ops/backup-files.test.ts": 12,
  "tests/http/every-text.test.ts": 12,
  "tests/http/page-seo.test.ts": 12,
  "tests/ops/connections.test.ts": 11,
  "server/cache/page-cache.test.ts": 11,
  "tests/ops/stalled.test.ts": 11,
  "tests/http/changes.test.ts": 11,
  "server/worker.test.ts": 10,
  "tests/ops/backup-update.test.ts": 10,
  "tests/http/settings-tab.test.ts": 10,
  "tests/http/panel.test.ts": 10,
};

/** Starts the slowest files first, so that no worker is left with one at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification) =>
      SECONDS[moduleId.slice(this.ctx.config.root.length + 1)] ?? 0;
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}
