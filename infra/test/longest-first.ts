/**
 * The order of test files: the longest first, so that no worker runs one alone at the end. Files with a browser keep the
 * processor busy, and files with servers wait much, so both kinds run beside each other all the time.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds beside others on two cores. A fresh clone has no record of durations, and sizes say little. */
const SECONDS: Readonly<Record<string, number>> = {
  'frontend/e2e/screens/every-screen.e2e.ts': 410,
  'frontend/e2e/chart/unsaved-text.e2e.ts': 290,
  'frontend/e2e/collaboration/two-colleagues.e2e.ts': 225,
  'frontend/e2e/screens/journeys.e2e.ts': 160,
  'frontend/e2e/history/history-and-audit.e2e.ts': 120,
  'frontend/e2e/reports/reports-and-patients.e2e.ts': 105,
  'frontend/e2e/people/people-and-moves.e2e.ts': 70,
  'infra/rights/rights.int.spec.ts': 95,
  'infra/start/launcher.int.spec.ts': 92,
  'projections/src/rebuild/rebuild.int.spec.ts': 59,
  'infra/events/transfer/transfer.int.spec.ts': 58,
  'infra/events/transfer/interrupted.int.spec.ts': 56,
  'infra/event-log/standalone.int.spec.ts': 47,
  'infra/events/commands/read-and-follow.int.spec.ts': 47,
  'infra/backup/backup.int.spec.ts': 45,
  'query-api/src/http/reports/reports.int.spec.ts': 40,
  'infra/promises/operations-page/operations-page.int.spec.ts': 38,
  'projections/src/service.int.spec.ts': 35,
  'infra/faults/killed-services.int.spec.ts': 35,
  'query-api/src/http/reports/collected-report.int.spec.ts': 30,
  'frontend/src/routes/every-form-keeps-a-draft.spec.tsx': 124,
};
/** Of any other file. */
const OTHER_SECONDS = { browser: 40, integration: 5 };

const secondsOf = ({ moduleId, project }: TestSpecification): number =>
  Object.entries(SECONDS).find(([file]) => moduleId.endsWith(file))?.[1] ??
  (project.name === 'browser' ? OTHER_SECONDS.browser : OTHER_SECONDS.integration);

const sum = (files: readonly TestSpecification[]): number => files.reduce((total, file) => total + secondsOf(file), 0);

/** Both lists in their order, so that at each place the same share of the time of both has passed. */
function beside(one: readonly TestSpecification[], other: readonly TestSpecification[]): TestSpecification[] {
  const share = (files: readonly TestSpecification[]) => {
    const total = sum(files);
    let before = 0;
    return files.map((file) => {
      const place = before / total;
      before += secondsOf(file);
      return { file, place };
    });
  };
  return [...share(one), ...share(other)].toSorted((a, b) => a.place - b.place).map(({ file }) => file);
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((one, other) => secondsOf(other) - secondsOf(one));
    const browser = sorted.filter(({ project }) => project.name === 'browser');
    return beside(
      browser,
      sorted.filter((file) => !browser.includes(file)),
    );
  }
}
