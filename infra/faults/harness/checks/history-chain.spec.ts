import { seededRandom } from 'service-kit/testing/seeded-random';
import { expect, test } from 'vitest';
import { tampered, untouched } from '../../../history/tampering.ts';
import { exportFaults } from './history-chain.ts';

test('an export as it was signed is no fault', async () => {
  expect(exportFaults((await untouched(seededRandom(1))).join('\n'))).toEqual([]);
});
test('an export with an event that was altered in the log is found', async () => {
  const { lines } = await tampered('the log altered before the export', seededRandom(1));
  expect(exportFaults(lines.join('\n'))).not.toEqual([]);
});
test('what is no signed export is found', () => {
  const faults = exportFaults(JSON.stringify({ format: 'clinical-pharmacy-history-1', stream: 'admission-a' }));
  expect(faults).toEqual([
    'The export of admission-a has no event',
    'admission-a: the last line is cut off: there is no signature',
  ]);
});
