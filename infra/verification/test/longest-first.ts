/** The order of test files: the longest first, so that no worker runs one alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A fresh clone has no record of durations, and sizes say little. */
const LONGEST = [
  'infra/verification/rights/rights.int.spec.ts',
  'query-api/src/http/reports/reports.int.spec.ts',
  'query-api/src/http/history/error-changes.int.spec.ts',
  'projections/src/service.int.spec.ts',
  'query-api/src/http/freshness.int.spec.ts',
  'command-api/src/http/user/rate-limits.int.spec.ts',
  'frontend/src/routes/team/reports.spec.tsx',
  'frontend/src/routes/history/past-chart.spec.tsx',
  'frontend/src/routes/admission/reviews.spec.tsx',
  'frontend/src/routes/every-form-keeps-a-draft.spec.tsx',
  'frontend/e2e/screens/every-screen.nightly.e2e.ts',
  'projections/src/service.nightly.int.spec.ts',
  'command-api/src/processes/followers/log-copy.nightly.int.spec.ts',
  'frontend/e2e/chart/chart.nightly.e2e.ts',
  'frontend/e2e/collaboration/two-colleagues.nightly.e2e.ts',
  'frontend/e2e/screens/journeys.nightly.e2e.ts',
  'frontend/e2e/history/history-and-audit.nightly.e2e.ts',
  'infra/verification/rights/headers-and-tokens.nightly.int.spec.ts',
  'infra/operations/events/transfer/transfer.nightly.int.spec.ts',
  'infra/operations/events/transfer/interrupted.nightly.int.spec.ts',
  'infra/verification/faults/event-log/second-server.nightly.int.spec.ts',
  'infra/runtime/start/launcher.nightly.int.spec.ts',
  'infra/operations/backup/backup.nightly.int.spec.ts',
  'projections/src/rebuild/rebuild.nightly.int.spec.ts',
  'infra/runtime/event-log/standalone.nightly.int.spec.ts',
  'infra/operations/events/commands/read-and-follow.nightly.int.spec.ts',
  'infra/verification/faults/killed-services.nightly.int.spec.ts',
  'frontend/src/routes/every-form-keeps-a-draft.nightly.spec.tsx',
];

const place = ({ moduleId }: TestSpecification): number => {
  const found = LONGEST.findIndex((file) => moduleId.endsWith(file));
  return found < 0 ? LONGEST.length : found;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
