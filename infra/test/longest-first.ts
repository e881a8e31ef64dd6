/** The order of test files: the longest first, so that no worker runs one alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A fresh clone has no record of durations, and sizes say little. */
const LONGEST = [
  'frontend/e2e/chart/unsaved-text.e2e.ts',
  'frontend/e2e/screens/every-screen.e2e.ts',
  'frontend/e2e/collaboration/two-colleagues.e2e.ts',
  'frontend/e2e/screens/journeys.e2e.ts',
  'frontend/e2e/history/history-and-audit.e2e.ts',
  'infra/rights/rights.int.spec.ts',
  'infra/events/transfer/transfer.int.spec.ts',
  'infra/events/transfer/interrupted.int.spec.ts',
  'query-api/src/http/reports/reports.int.spec.ts',
  'infra/faults/event-log/second-server.int.spec.ts',
  'infra/start/launcher.int.spec.ts',
  'infra/backup/backup.int.spec.ts',
  'projections/src/rebuild/rebuild.int.spec.ts',
  'infra/event-log/standalone.int.spec.ts',
  'projections/src/service.int.spec.ts',
  'infra/events/commands/read-and-follow.int.spec.ts',
  'infra/faults/killed-services.int.spec.ts',
  'frontend/src/routes/every-form-keeps-a-draft.nightly.spec.tsx',
  'frontend/src/routes/every-form-keeps-a-draft.spec.tsx',
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
