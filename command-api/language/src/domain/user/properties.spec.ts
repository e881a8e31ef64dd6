import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Actor, CommandEnvelope } from '../command.ts';
import { foldOf, recorded, writtenOrRefused } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import {
  acceptRecommendation,
  deleteErrorTemplate,
  editProfile,
  registerUser,
  saveErrorTemplate,
  verifyEmail,
  writeRecommendation,
} from './decide.ts';
import type { UserEvent } from './events.ts';
import { evolve, initial, type RegisteredUser, type User } from './state.ts';

const owner = people.pharmacist;
const userId = owner.id;
const email = 'mona@hospital.example';

/** A command for any state. */
interface Step {
  readonly decide: (user: User) => UserEvent[];
  readonly actor: Actor;
}
const stepsOf = <Payload extends object>(
  actors: fc.Arbitrary<Actor>,
  decide: (user: User, command: Payload & CommandEnvelope) => UserEvent[],
  payload: fc.Arbitrary<Payload>,
): fc.Arbitrary<Step> =>
  fc
    .record({
      actor: actors,
      chosen: payload,
      basedOn: fc.option(fc.bigInt({ min: 0n, max: 12n }), { nil: undefined, freq: 2 }),
    })
    .map(({ actor, chosen, basedOn }) => ({
      actor,
      decide: (user) => decide(user, by(actor, chosen, basedOn === undefined ? {} : { basedOn })),
    }));

const anyActor = fc.constantFrom<Actor>(...Object.values(people));
const mostlyOwner = fc.oneof({ weight: 6, arbitrary: fc.constant<Actor>(owner) }, { weight: 1, arbitrary: anyActor });
const text = fc.constantFrom('', '<p>Careful</p>', '<p>دقيقة</p>');
const name = fc.constantFrom('Mona', 'منى');
const part = fc.constantFrom('a', 'b', 'c', 'd');

const onProfile = stepsOf(
  mostlyOwner,
  editProfile,
  fc.record({ userId: fc.constant(userId), firstName: name, title: text }, { requiredKeys: ['userId'] }),
);
const onEmail = stepsOf(mostlyOwner, verifyEmail, fc.constant({ userId }));
const onWriting = stepsOf(
  anyActor,
  writeRecommendation,
  fc.record({ userId: fc.constant(userId), recommendationId: part, recommendation: text }),
);
const onAccepting = stepsOf(
  mostlyOwner,
  acceptRecommendation,
  fc.record({ userId: fc.constant(userId), recommendationId: part, isAccepted: fc.boolean() }),
);
const onSaving = stepsOf(
  mostlyOwner,
  saveErrorTemplate,
  fc.record({ userId: fc.constant(userId), templateId: part, errDrugTradeId: part, errType: part, errNote: text }),
);
const onDeleting = stepsOf(
  mostlyOwner,
  deleteErrorTemplate,
  fc.record({ userId: fc.constant(userId), templateId: part }),
);
const onRegistering = stepsOf(
  anyActor,
  registerUser,
  fc.record({
    firstName: name,
    lastName: name,
    email: fc.constantFrom(email, 'other@hospital.example'),
    phone: fc.constant(''),
  }),
);
const anyStep = fc.oneof(onProfile, onEmail, onWriting, onAccepting, onSaving, onDeleting, onRegistering);

const registration = recorded<UserEvent>([
  {
    type: 'UserRegistered',
    data: { firstName: 'Mona', lastName: 'Adel', email, phone: '', phoneNormalised: '', start: today },
  },
  { type: 'RecommendationWritten', data: { recommendationId: 'a', recommenderId: 'another-user', recommendation: '' } },
  {
    type: 'UserErrorTemplateSaved',
    data: { templateId: 'a', errDrugTradeId: 'a', errType: 'a', errNote: '<p>INR</p>' },
  },
]);

const written = (user: User, step: Step): UserEvent[] => writtenOrRefused(() => step.decide(user));

/** The command loop without a log: decide, write at the next revision, fold. */
const run = (steps: readonly Step[], from: typeof registration = registration) =>
  steps.reduce(
    ({ user, log }, step) => {
      const news = recorded(
        written(user, step).map((event) => ({ madeBy: step.actor.id, event })),
        BigInt(log.length),
      );
      return { user: news.reduce(evolve, user), log: [...log, ...news] };
    },
    { user: foldOf({ initial, evolve }, from), log: from },
  );
const registered = (user: User): RegisteredUser => {
  if (user.status === 'none') throw new Error('The user does not exist');
  return user;
};

test('a replay gives the same state as folding event by event', () => {
  fc.assert(
    fc.property(fc.constantFrom([], registration), fc.array(anyStep, { maxLength: 30 }), (from, steps) => {
      const { user, log } = run(steps, from);
      expect(foldOf({ initial, evolve }, log)).toEqual(user);
    }),
    { numRuns: 300 },
  );
});

test('every command, repeated in any state, writes nothing', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20 }), anyStep, (steps, step) => {
      expect(written(run([...steps, step]).user, step)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('folding works with events in any order and with missing events', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 20 }).chain((steps) => fc.shuffledSubarray(run(steps).log)),
      (log) => {
        expect(['none', 'registered']).toContain(foldOf({ initial, evolve }, log).status);
      },
    ),
    { numRuns: 300 },
  );
});

test('a person recommends another one once, and templates are unique', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      const { recommendations, errorTemplates } = registered(run(steps).user);
      const authors = recommendations.map(({ recommenderId }) => recommenderId);
      expect(authors).toEqual([...new Set(authors)]);
      expect(authors).not.toContain(userId);
      const notes = errorTemplates.map(
        ({ errDrugTradeId, errType, errNote }) => `${errDrugTradeId} ${errType} ${errNote}`,
      );
      expect(notes).toEqual([...new Set(notes)]);
    }),
    { numRuns: 300 },
  );
});

test('commands on different parts of one person commute', () => {
  const said = (user: User): object => {
    const { touch: _, recommendations, errorTemplates, ...profile } = registered(user);
    return {
      profile,
      recommendations: recommendations.map(({ touch: __, ...one }) => one),
      errorTemplates: errorTemplates.map(({ touch: __, ...one }) => one),
    };
  };
  const withoutVersion = fc.oneof(onAccepting, onSaving).map(({ actor, decide }) => ({ actor, decide }));
  fc.assert(
    fc.property(onEmail, onWriting, withoutVersion, (first, second, third) => {
      // A recommendation that the third step publishes must exist before.
      fc.pre(written(run([]).user, third).length === written(run([first, second]).user, third).length);
      expect(said(run([first, second, third]).user)).toEqual(said(run([third, second, first]).user));
    }),
    { numRuns: 300 },
  );
});

test('only the owner changes the profile, publishes recommendations and changes templates', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
      const others = run(steps)
        .log.slice(registration.length)
        .filter(({ metadata }) => metadata.actorId !== userId);
      for (const { type } of others) expect(type).toBe('RecommendationWritten');
    }),
    { numRuns: 300 },
  );
});
