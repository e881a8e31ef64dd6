import type { StoredEvent } from 'service-kit/event-log/port';
import { expect, test } from 'vitest';
import { staysIn } from './two-teams.ts';

test('a chart has a stay in each team, which the acceptance of the next one ends', () => {
  const events = ['PatientAdmitted', 'TransferOffered', 'TransferAccepted', 'ReviewAdded', 'TransferAccepted'].map(
    (type, index) => ({ type, revision: BigInt(index), data: { toTeamId: index === 2 ? 'ward' : 'icu' } }),
  ) as unknown as StoredEvent[];
  expect(staysIn(events.slice(0, 2), 'icu')).toEqual([{ team: 'icu' }]);
  expect(staysIn(events, 'icu')).toEqual([
    { team: 'icu', endedBy: 2n },
    { team: 'ward', endedBy: 4n },
    { team: 'icu' },
  ]);
});
