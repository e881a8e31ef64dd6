import { describe, expect, test } from 'vitest';
import { addDays } from '../values/calendar-date.ts';
import { limits } from '../values/codes.ts';
import { specificationOf } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import { admitted, discharged, entry, reviewAdded } from './chart.testdata.ts';
import { decideFinding } from './decide-finding.ts';
import { addReviewMedication } from './decide-review.ts';
import type { AdmissionEvent, FindingDecision } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;
const finding = { key: 's-1 order-1', fingerprint: '[1]', statementId: 's-1', statementVersion: 1 };
const decided = (decision: FindingDecision, changed = {}): AdmissionEvent => ({
  type: 'FindingDecided',
  data: { finding: { ...finding, ...changed }, decision },
});
const dismissed = { kind: 'dismissed', reason: 'Full dose in the first 48 hours' } as const;
const deferred = (days: number) => ({ kind: 'deferred', until: addDays(today, days) }) as const;

describe('a decision on a finding', () => {
  test('is made by clinical pharmacists of the team, also after the discharge', () => {
    for (const chart of [[admitted], [admitted, discharged]])
      given(...chart)
        .when(decideFinding, by(teammate, { finding, decision: dismissed }))
        .then(decided(dismissed));
    for (const actor of [physician, teamAdmin, outsider])
      given(admitted)
        .when(decideFinding, by(actor, { finding, decision: dismissed }))
        .thenRejected('forbidden', 'Not allowed');
  });
  test('replaces the decision before, and is last in the list', () => {
    given(admitted, decided(dismissed))
      .when(decideFinding, by(pharmacist, { finding, decision: deferred(3) }))
      .then(decided(deferred(3)));
    const { state } = given(
      admitted,
      decided(dismissed),
      decided(dismissed, { fingerprint: '[2]' }),
      decided(deferred(3)),
    );
    expect(state).toMatchObject({
      findings: [
        { finding: { fingerprint: '[2]' }, decision: dismissed },
        { finding, decision: deferred(3) },
      ],
    });
  });
  test('defers from tomorrow to 90 days ahead', () => {
    for (const days of [1, 90])
      given(admitted)
        .when(decideFinding, by(pharmacist, { finding, decision: deferred(days) }))
        .then(decided(deferred(days)));
    for (const days of [-1, 0, 91])
      given(admitted)
        .when(decideFinding, by(pharmacist, { finding, decision: deferred(days) }))
        .thenInvalid('decision.until', 'Choose a day after today and at most 90 days ahead');
  });
  test('that is repeated when its day has passed writes nothing', () =>
    given(admitted, decided(deferred(-1)))
      .when(decideFinding, by(pharmacist, { finding, decision: deferred(-1) }))
      .thenNothing());
  test('is refused for one more finding than a chart may have, and not for one that is decided', () => {
    const many = Array.from({ length: limits.decidedFindings }, (_, nth) =>
      decided(dismissed, { key: `s-1 o-${nth}` }),
    );
    given(admitted, ...many)
      .when(decideFinding, by(pharmacist, { finding, decision: dismissed }))
      .thenRejected('conflict', 'At most 2000 decided proposals in a chart');
    const known = { ...finding, key: 's-1 o-0' };
    given(admitted, ...many)
      .when(decideFinding, by(pharmacist, { finding: known, decision: deferred(1) }))
      .then(decided(deferred(1), known));
  });
});

describe('taking a finding over', () => {
  const taken = decided({ kind: 'taken', reviewId: 'review-1', entryId: 'entry-3' });
  const added: AdmissionEvent = {
    type: 'ReviewMedicationAdded',
    data: { reviewId: 'review-1', entry: entry('entry-3') },
  };
  const adding = { reviewId: 'review-1', entry: entry('entry-3'), finding };
  test('adds the entry and decides, in one command', () =>
    given(admitted, reviewAdded).when(addReviewMedication, by(pharmacist, adding)).then(added, taken));
  test('is not possible in another person’s review, and then nothing is decided', () =>
    given(admitted, reviewAdded)
      .when(addReviewMedication, by(teammate, adding))
      .thenRejected('forbidden', 'Not allowed'));
  test('that was dismissed meanwhile keeps the entry: the last decision counts', () =>
    given(admitted, reviewAdded, decided(dismissed))
      .when(addReviewMedication, by(pharmacist, adding))
      .then(added, taken));
});
