/** One error and its copies, in a chart that loses some of them: which one counts and is pending, over the rows. */
import type { AdmissionEvent, MovedEntry } from 'language/domain/admission/events';
import {
  admitted,
  day,
  entry,
  onPatient,
  reviewAdded,
  startTestEnvironment,
  type TestEnvironment,
} from 'projections/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isError, isPending, isRepeated } from './is-error.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const happen = async (chart: string, ...events: AdmissionEvent[]): Promise<void> => {
  await environment.append(`admission-${chart}`, events, onPatient(`p-${chart}`, 'u-1'));
  await environment.project(`admission-${chart}`);
};
const idsWhere = async (chart: string, condition: string): Promise<unknown[]> =>
  (
    await environment.rows<{ entry_id: string }>(
      `select e.entry_id from review_entry e where e.admission_id = $1 and ${condition} order by e.entry_id`,
      [chart],
    )
  ).map(({ entry_id }) => entry_id);
/** The errors of the chart that count. Each of them is pending, and no other one. */
const counted = async (chart: string): Promise<unknown[]> => {
  const ids = await idsWhere(chart, `${isError('e.err_type')} and not ${isRepeated('e')}`);
  expect(await idsWhere(chart, isPending('e'))).toEqual(ids);
  return ids;
};

const pending = (entryId: string) => ({ ...entry(entryId), errRes: null });
const copyOf = (chart: string, from: string, to: string, on: string): AdmissionEvent => ({
  type: 'ReviewDuplicated',
  data: {
    reviewId: `${chart}.${to}`,
    copiedFrom: `${chart}.${from}`,
    reviewDate: day(on),
    clinicalNote: '',
    entries: [{ ...pending(`${chart}-${to}`), copiedFrom: `${chart}-${from}` }],
  },
});
const removed = (chart: string, review: string): AdmissionEvent => ({
  type: 'ReviewDeleted',
  data: { reviewId: `${chart}.${review}` },
});
/** The original a, its copy b, and c, a copy of b. */
const withChain = async (chart: string): Promise<void> =>
  happen(
    chart,
    admitted(`p-${chart}`),
    reviewAdded(`${chart}.a`, [pending(`${chart}-a`)]),
    copyOf(chart, 'a', 'b', '2026-03-04'),
    copyOf(chart, 'b', 'c', '2026-03-05'),
  );
const writing = {
  teamId: 't-1',
  authorId: 'u-1',
  createdAt: '2026-03-02T08:00:00.000Z',
  reviewDate: day('2026-03-02'),
};
/** One review with one entry goes to another chart. */
async function move(
  [from, review, was]: readonly [string, string, string],
  [to, made, entryId]: readonly [string, string, string],
  { firstId, copiedFrom }: Pick<MovedEntry, 'firstId' | 'copiedFrom'>,
): Promise<void> {
  const moveId = `${was}-to-${to}`;
  await happen(from, {
    type: 'MovedToAnotherChart',
    data: {
      moveId,
      reason: 'Wrong patient',
      what: { kind: 'review', id: review, reviewId: null, images: [] },
      to: { admissionId: to, reviewId: null, isNewReview: false, id: made },
    },
  });
  await happen(to, {
    type: 'MovedFromAnotherChart',
    data: {
      moveId,
      reason: 'Wrong patient',
      from: { admissionId: from },
      moved: {
        kind: 'review',
        was: review,
        reviewId: made,
        clinicalNote: '',
        ...writing,
        entries: [
          {
            ...pending(entryId),
            was,
            rating: null,
            ...(firstId === undefined ? {} : { firstId }),
            ...(copiedFrom === undefined ? {} : { copiedFrom }),
          },
        ],
      },
    },
  });
}

describe('exactly one of an error and its copies counts, and is pending', () => {
  test('the original, while it is there', async () => {
    await withChain('all');
    expect(await counted('all')).toEqual(['all-a']);
  });
  test('the earliest copy, where the original was deleted', async () => {
    await withChain('no-a');
    await happen('no-a', removed('no-a', 'a'));
    expect(await counted('no-a')).toEqual(['no-a-b']);
    await happen('no-a', removed('no-a', 'b'));
    expect(await counted('no-a')).toEqual(['no-a-c']);
  });
  test('the original, where the copy between it and a copy of that was deleted', async () => {
    await withChain('no-b');
    await happen('no-b', removed('no-b', 'b'));
    expect(await counted('no-b')).toEqual(['no-b-a']);
  });
  test('one of two copies, where the original was deleted', async () => {
    await withChain('two');
    await happen('two', copyOf('two', 'a', 'd', '2026-03-03'), removed('two', 'a'));
    expect(await counted('two')).toEqual(['two-d']);
  });
  test('a response to any of them settles it', async () => {
    await withChain('answered');
    await happen('answered', {
      type: 'ResponseRecorded',
      data: { reviewId: 'answered.c', entryId: 'answered-c', errRes: 1 },
    });
    expect(await idsWhere('answered', isPending('e'))).toEqual([]);
  });
  test('in each chart, where the original or a copy was moved to another one', async () => {
    await withChain('here');
    await happen('there', admitted('p-there'));
    await move(['here', 'here.a', 'here-a'], ['there', 'there.a', 'there-a'], { firstId: 'here-a' });
    expect([await counted('here'), await counted('there')]).toEqual([['here-b'], ['there-a']]);
    await move(['here', 'here.c', 'here-c'], ['there', 'there.c', 'there-c'], {
      firstId: 'here-a',
      copiedFrom: 'here-b',
    });
    expect([await counted('here'), await counted('there')]).toEqual([['here-b'], ['there-a']]);
  });
  test('the original, where it was moved away and back', async () => {
    await withChain('back');
    await happen('away', admitted('p-away'));
    await move(['back', 'back.a', 'back-a'], ['away', 'away.a', 'away-a'], { firstId: 'back-a' });
    await move(['away', 'away.a', 'away-a'], ['back', 'back.again', 'back-again'], { firstId: 'back-a' });
    expect([await counted('back'), await counted('away')]).toEqual([['back-again'], []]);
  });
  test('a copy in another chart, although its original is still in the first one', async () => {
    await withChain('stays');
    await happen('gets', admitted('p-gets'));
    await move(['stays', 'stays.b', 'stays-b'], ['gets', 'gets.b', 'gets-b'], {
      firstId: 'stays-a',
      copiedFrom: 'stays-a',
    });
    expect([await counted('stays'), await counted('gets')]).toEqual([['stays-a'], ['gets-b']]);
  });
});
