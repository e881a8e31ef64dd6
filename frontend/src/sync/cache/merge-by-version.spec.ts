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
test('head and entries of a review go each by their own version', () => {
  const held = [review(1, 'head', [entry('e1', 5, 'newest'), entry('e2', 1, 'two')])];
  const read = [review(2, 'new head', [entry('e1', 4, 'older'), entry('e3', 6, 'three')])];
  expect(mergeByVersion(held, read)).toEqual([
    review(2, 'new head', [entry('e1', 5, 'newest'), entry('e3', 6, 'three')]),
  ]);
});
test('an entry that was removed does not come back with an older review', () => {
  expect(
    mergeByVersion(
      review(3, 'head', [entry('e1', 1, 'one')]),
      review(2, 'head', [entry('e1', 1, 'one'), entry('e2', 2, 'two')]),
    ),
  ).toEqual(review(3, 'head', [entry('e1', 1, 'one')]));
});
test('an entry that was added does not vanish with an older review', () => {
  const held = review(3, 'head', [entry('e1', 1, 'one'), entry('e2', 3, 'two')]);
  expect(mergeByVersion(held, review(2, 'head', [entry('e1', 2, 'one, newer')]))).toEqual(
    review(3, 'head', [entry('e1', 2, 'one, newer'), entry('e2', 3, 'two')]),
  );
});
test('a list whose items have no version goes with the version of what holds it', () => {
  expect(mergeByVersion(entry('e', 4, 'a', 'renal'), entry('e', 3, 'a', 'hepatic', 'old'))).toEqual(
    entry('e', 4, 'a', 'renal'),
  );
  expect(mergeByVersion(entry('e', 4, 'a', 'renal'), entry('e', 4, 'a', 'hepatic'))).toEqual(
    entry('e', 4, 'a', 'hepatic'),
  );
});
test('a patient inside an admission goes by their own version', () => {
  const admission = (version: number, patient: number) => ({
    _id: 'a',
    version,
    details: `${version}`,
    patientDetails: { _id: 'p', version: patient, name: `${patient}` },
  });
  expect(mergeByVersion(admission(2, 7), admission(3, 6))).toEqual(admission(3, 7));
  expect(mergeByVersion(admission(3, 6), admission(2, 7))).toEqual(admission(3, 7));
});
test('which items a plain list or a page has is said by the read; each item is the newest', () => {
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
test('what has not changed stays the same object', () => {
  const held = [entry('a', 1, 'x')];
  expect(mergeByVersion(held, [entry('a', 1, 'x')])).toBe(held);
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

/**
 * The review after each change. As on the server, each change moves the version of the review, and of the entry that it
 * touches.
 */
function lifeOf(changes: readonly Change[]): Review[] {
  const life = [review(0, 'head 0', [])];
  for (const [before, { do: what, at }] of changes.entries()) {
    const version = before + 1;
    const { head, drugErrs } = life[before]!;
    const chosen = drugErrs.length === 0 ? -1 : at % drugErrs.length;
    const next = {
      add: () => [...drugErrs, entry(`e${version}`, version, `note ${version}`, `tag ${version}`)],
      remove: () => drugErrs.filter((_, place) => place !== chosen),
      edit: () =>
        drugErrs.map((one, place) =>
          place === chosen
            ? entry(one._id, version, `note ${version}`, ...(at % 2 === 0 ? [] : [`tag ${version}`]))
            : one,
        ),
      head: () => drugErrs,
      sort: () => drugErrs.toReversed(),
    }[what]();
    life.push(review(version, what === 'head' ? `head ${version}` : head, next));
  }
  return life;
}

test('in whichever order reads arrive, a review is shown as the newest of them had it', () => {
  const arrivals = fc.array(change, { minLength: 1, maxLength: 25 }).chain((changes) =>
    fc.record({
      life: fc.constant(lifeOf(changes)),
      reads: fc.array(fc.nat(changes.length), { minLength: 1, maxLength: 25 }),
    }),
  );
  fc.assert(
    fc.property(arrivals, ({ life, reads }) => {
      let shown: unknown;
      let seen = 0;
      for (const revision of reads) {
        seen = Math.max(seen, revision);
        // Each read is a copy of its own, as it is from the network.
        shown = mergeByVersion(shown, structuredClone({ reviews: [life[revision]] }));
        expect(shown).toEqual({ reviews: [life[seen]] });
      }
    }),
  );
});
