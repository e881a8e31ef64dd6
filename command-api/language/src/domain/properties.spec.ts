import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, elapsed } from './values/calendar-date.ts';
import { addErrorType, addTag, mapErrorType, renameErrorType, renameTag, updateTradeList } from './catalogue/decide.ts';
import * as catalogue from './catalogue/state.ts';
import type { Actor, DomainEvent } from './command.ts';
import { addDrug, changeDrug, restoreDrug } from './drug/decide.ts';
import { drugOfTradeLabel } from './drug/trade-label.ts';
import * as drug from './drug/state.ts';
import { normalisePhone } from './values/phone.ts';
import { type Aggregate, foldOf, recorded, writtenOrRefused } from './testing/specification.ts';
import { by, people, today } from './testing/people.ts';
import { registerUser } from './user/decide.ts';
import * as user from './user/state.ts';

const actor = fc.constantFrom<Actor>(...Object.values(people));
const name = fc.constantFrom('', 'Mona', 'منى');
const email = fc.constantFrom('mona@hospital.example', 'adel@hospital.example');
type Step<State, Event extends DomainEvent> = (state: State) => Event[];

/** With any order of commands: a replay gives the same state, folding in parts works, and no command writes twice. */
function holdsItsProperties<State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  step: fc.Arbitrary<Step<State, Event>>,
  alwaysTrue: (state: State) => void = () => undefined,
): void {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let state = aggregate.initial;
      const log: ReturnType<typeof recorded<Event>> = [];
      for (const decide of steps) {
        const before = state;
        const news = recorded(
          writtenOrRefused(() => decide(before)),
          BigInt(log.length),
        );
        const after = news.reduce(aggregate.evolve, before);
        alwaysTrue(after);
        expect(writtenOrRefused(() => decide(after))).toEqual([]);
        log.push(...news);
        state = after;
      }
      expect(foldOf(aggregate, log)).toEqual(state);
      // Folding works with events in any order and with missing events.
      for (const broken of [log.toReversed(), log.filter((_, index) => index % 2 === 1), log.slice(1)])
        foldOf(aggregate, broken);
    }),
  );
}

test('a user holds its properties', () =>
  holdsItsProperties(
    user,
    fc
      .tuple(actor, fc.record({ firstName: name, lastName: name, email, phone: fc.constantFrom('', '01001234567') }))
      .map(
        ([who, account]) =>
          (state: user.User) =>
            registerUser(state, by(who, account)),
      ),
  ));

test('a drug holds its properties', () => {
  const none = fc.constant([]);
  const tradeLabels = fc.array(fc.record({ label: name }));
  const drugId = fc.constant('drug-1');
  const facts = { drugId, label: name, tradeLabels, errTemps: none, tags: none, tips: name };
  const given = fc.record({
    _id: fc.option(fc.constantFrom('drug-1.1', 'drug-1.2', 'drug-1.3'), { nil: undefined }),
    label: fc.constantFrom('A', 'a', 'B', 'C'),
  });
  const basedOn = fc.option(fc.bigInt({ min: 0n, max: 9n }), { nil: undefined, freq: 2 });
  const based = (version: bigint | undefined) => (version === undefined ? {} : { basedOn: version });
  const earlier = drug.evolve(
    drug.initial,
    recorded(
      addDrug(
        drug.initial,
        by(people.outsider, {
          drugId: 'drug-1',
          label: '',
          tradeLabels: [{ label: 'B' }],
          errTemps: [],
          tags: [],
          tips: '',
        }),
      ),
    )[0]!,
  );
  const step = fc.oneof(
    fc.tuple(actor, fc.record(facts)).map(
      ([who, added]) =>
        (state: drug.Drug) =>
          addDrug(state, by(who, added)),
    ),
    fc
      .tuple(
        actor,
        fc.record({ drugId, tradeLabels: fc.array(given, { minLength: 1, maxLength: 3 }) }),
        fc.record({ tips: name }),
        basedOn,
      )
      .map(
        ([who, labels, tips, version]) =>
          (state: drug.Drug) =>
            changeDrug(state, by(who, { ...labels, ...tips }, based(version))),
      ),
    fc.tuple(actor, basedOn).map(
      ([who, version]) =>
        (state: drug.Drug) =>
          restoreDrug(state, by(who, { drugId: 'drug-1', revision: 0, earlier }, based(version))),
    ),
  );
  holdsItsProperties(drug, step, (state) => {
    if (state.status === 'none') return;
    const everyId = [...state.tradeLabels, ...state.withdrawn].map(({ _id }) => _id);
    expect(new Set(everyId).size).toBe(everyId.length);
    expect(everyId.every((id) => drugOfTradeLabel(id) === 'drug-1')).toBe(true);
    expect(state.tradeLabels.length).toBeGreaterThan(0);
  });
});

const listId = fc.constantFrom('id-1', 'id-2', 'id-3', 'id-99bb');
const onErrorTypes = fc.oneof(
  fc.tuple(actor, listId, name).map(
    ([who, errTypeId, label]) =>
      (state: catalogue.Catalogue) =>
        addErrorType(state, by(who, { errTypeId, label })),
  ),
  fc.tuple(actor, listId, name).map(
    ([who, errTypeId, label]) =>
      (state: catalogue.Catalogue) =>
        renameErrorType(state, by(who, { errTypeId, label })),
  ),
  fc.tuple(actor, listId, fc.subarray(['P2.1', 'C3.2'])).map(
    ([who, errTypeId, pcne]) =>
      (state: catalogue.Catalogue) =>
        mapErrorType(state, by(who, { errTypeId, pcne })),
  ),
);
const onTags = fc.oneof(
  fc.tuple(actor, listId, name).map(
    ([who, tagId, label]) =>
      (state: catalogue.Catalogue) =>
        addTag(state, by(who, { tagId, label })),
  ),
  fc.tuple(actor, listId, name).map(
    ([who, tagId, label]) =>
      (state: catalogue.Catalogue) =>
        renameTag(state, by(who, { tagId, label })),
  ),
);
const onTradeList = fc.tuple(actor, fc.integer({ min: 1, max: 4 })).map(
  ([who, version]) =>
    (state: catalogue.Catalogue) =>
      updateTradeList(state, by(who, { version })),
);

test('the catalogue holds its properties', () =>
  holdsItsProperties(catalogue, fc.oneof(onErrorTypes, onTags, onTradeList), ({ errorTypes, tags }) => {
    for (const labels of [errorTypes, tags].map((list) => list.map(({ label }) => label.toLowerCase())))
      expect(new Set(labels).size).toBe(labels.length);
  }));

test('commands on error types, on tags and on the trade list commute', () => {
  const run = (steps: readonly Step<catalogue.Catalogue, ReturnType<typeof addTag>[number]>[]) =>
    steps.reduce(
      (state, decide) => recorded(writtenOrRefused(() => decide(state))).reduce(catalogue.evolve, state),
      catalogue.initial,
    );
  const facts = ({ errorTypes, tags, tradeList }: catalogue.Catalogue): unknown => ({
    errorTypes: errorTypes.map(({ errTypeId, label }) => [errTypeId, label]),
    tags: tags.map(({ tagId, label }) => [tagId, label]),
    tradeList: tradeList.version,
  });
  const pairs = fc.constantFrom(
    [onErrorTypes, onTags] as const,
    [onTags, onTradeList] as const,
    [onTradeList, onErrorTypes] as const,
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(onErrorTypes, onTags), { maxLength: 10 }),
      pairs.chain(([one, other]) => fc.tuple(one, other)),
      (before, [one, other]) => {
        expect(facts(run([...before, one, other]))).toEqual(facts(run([...before, other, one])));
      },
    ),
  );
});

test('added days are the days between, and elapsed time has less than a month of days', () => {
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 0 }), fc.integer({ min: 0, max: 40_000 }), (offset, days) => {
      const from = addDays(today, offset);
      const to = addDays(from, days);
      expect(daysBetween(from, to)).toBe(days);
      const age = elapsed(from, to);
      expect(age.years >= 0 && age.months >= 0 && age.months < 12 && age.days >= 0 && age.days < 31).toBe(true);
      expect(age.years * 366 + age.months * 31 + age.days).toBeGreaterThanOrEqual(days);
    }),
  );
});

test('a normalised phone number has only digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('0', '1', '2', '٢', '۵', '+', ' ', '-', '(') }), (typed) => {
      expect(normalisePhone(typed)).toMatch(/^\d*$/);
    }),
  );
});

test('an Egyptian number is the same with and without its country code', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[1-9]\d{8,9}$/),
      fc.constantFrom('0', '+20', '+20 ', '0020', '+20 0'),
      (subscriber, prefix) => {
        expect(normalisePhone(prefix + subscriber)).toBe(`0${subscriber}`);
      },
    ),
  );
});
