import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeByVersion } from './merge-by-version.ts';

interface Entry {
  _id: string;
  version: number;
  note: string;
  drugTags: { name: string }[];
}
interface Review {
  _id: string;
  version: number;
  head: string;
  drugErrs: Entry[];
}
const entry = (id: string, version: number, note: string, ...tags: string[]): Entry => ({
  _id: id,
  version,
  note,
  drugTags: tags.map((name) => ({ name })),
});
const review = (version: number, head: string, drugErrs: Entry[]): Review => ({ _id: 'r', version, head, drugErrs });

test('an older version never replaces a newer one', () => {
  expect(mergeByVersion(entry('a', 3, 'new'), entry('a', 2, 'old'))).toEqual(entry('a', 3, 'new'));
  expect(mergeByVersion(entry('a', 3, 'new'), entry('b', 0, 'another thing'))).toEqual(entry('b', 0, 'another thing'));
});
test('the head of a review and each of its entries are compared by their own versions', () => {
  const cached = [review(1, 'head', [entry('e1', 5, 'newest'), entry('e2', 1, 'two')])];
  const read = [review(2, 'new head', [entry('e1', 4, 'older'), entry('e3', 6, 'three')])];
  expect(mergeByVersion(cached, read)).toEqual([
    review(2, 'new head', [entry('e1', 5, 'newest'), entry('e3', 6, 'three')]),
  ]);
});
test('a removed entry does not return with an older review', () => {
  expect(
    mergeByVersion(
      review(3, 'head', [entry('e1', 1, 'one')]),
      review(2, 'head', [entry('e1', 1, 'one'), entry('e2', 2, 'two')]),
    ),
  ).toEqual(review(3, 'head', [entry('e1', 1, 'one')]));
});
test('an added entry does not disappear with an older review', () => {
  const cached = review(3, 'head', [entry('e1', 1, 'one'), entry('e2', 3, 'two')]);
  expect(mergeByVersion(cached, review(2, 'head', [entry('e1', 2, 'one, newer')]))).toEqual(
    review(3, 'head', [entry('e1', 2, 'one, newer'), entry('e2', 3, 'two')]),
  );
});
test('a list of items without versions follows the version of its entity', () => {
  expect(mergeByVersion(entry('e', 4, 'a', 'renal'), entry('e', 3, 'a', 'hepatic', 'old'))).toEqual(
    entry('e', 4, 'a', 'renal'),
  );
  expect(mergeByVersion(entry('e', 4, 'a', 'renal'), entry('e', 4, 'a', 'hepatic'))).toEqual(
    entry('e', 4, 'a', 'hepatic'),
  );
});
test('a patient within an admission is compared by their own version', () => {
  const admission = (version: number, patient: number) => ({
    _id: 'a',
    version,
    details: `${version}`,
    patientDetails: { _id: 'p', version: patient, name: `${patient}` },
  });
  expect(mergeByVersion(admission(2, 7), admission(3, 6))).toEqual(admission(3, 7));
  expect(mergeByVersion(admission(3, 6), admission(2, 7))).toEqual(admission(3, 7));
});
test('a plain list or a page has the items of the read, each in its newest version', () => {
  const page = (...items: Entry[]) => ({ items, total: items.length });
  expect(mergeByVersion([entry('a', 2, 'new'), entry('b', 1, 'b')], [entry('a', 1, 'old')])).toEqual([
    entry('a', 2, 'new'),
  ]);
  expect(mergeByVersion(page(entry('a', 2, 'new')), page(entry('c', 1, 'c'), entry('a', 1, 'old')))).toEqual(
    page(entry('c', 1, 'c'), entry('a', 2, 'new')),
  );
  expect(
    mergeByVersion(
      { pages: [page(entry('a', 2, 'new'))], pageParams: [1] },
      { pages: [page(entry('a', 1, 'old')), page()], pageParams: [1, 2] },
    ),
  ).toEqual({ pages: [page(entry('a', 2, 'new')), page()], pageParams: [1, 2] });
});
test('unchanged data keeps its identity', () => {
  const cached = [entry('a', 1, 'x')];
  expect(mergeByVersion(cached, [entry('a', 1, 'x')])).toBe(cached);
});

type Change = { do: 'add' | 'remove' | 'edit' | 'head' | 'sort'; at: number };
const change: fc.Arbitrary<Change> = fc.record({
  do: fc.constantFrom(
    'add' as const,
    'add' as const,
    'remove' as const,
    'edit' as const,
    'head' as const,
    'sort' as const,
  ),
  at: fc.nat(20),
});

/** The states of a review after each change. Each change increases the version of the review and of its entry. */
function statesAfter(changes: readonly Change[]): Review[] {
  const states = [review(0, 'head 0', [])];
  for (const [before, { do: what, at }] of changes.entries()) {
    const version = before + 1;
    const { head, drugErrs } = states[before]!;
    const chosen = drugErrs.length === 0 ? -1 : at % drugErrs.length;
    const next = {
      add: () => [...drugErrs, entry(`e${version}`, version, `note ${version}`, `tag ${version}`)],
      remove: () => drugErrs.filter((_, index) => index !== chosen),
      edit: () =>
        drugErrs.map((one, index) =>
          index === chosen
            ? entry(one._id, version, `note ${version}`, ...(at % 2 === 0 ? [] : [`tag ${version}`]))
            : one,
        ),
      head: () => drugErrs,
      sort: () => drugErrs.toReversed(),
    }[what]();
    states.push(review(version, what === 'head' ? `head ${version}` : head, next));
  }
  return states;
}

test('for any order of reads, the review has the state of the newest one', () => {
  const arrivals = fc.array(change, { minLength: 1, maxLength: 25 }).chain((changes) =>
    fc.record({
      states: fc.constant(statesAfter(changes)),
      reads: fc.array(fc.nat(changes.length), { minLength: 1, maxLength: 25 }),
    }),
  );
  fc.assert(
    fc.property(arrivals, ({ states, reads }) => {
      let shown: unknown;
      let newest = 0;
      for (const revision of reads) {
        newest = Math.max(newest, revision);
        // An answer of the network is always a new object.
        shown = mergeByVersion(shown, structuredClone({ reviews: [states[revision]] }));
        expect(shown).toEqual({ reviews: [states[newest]] });
      }
    }),
  );
});
