import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Actor } from '../command.ts';
import { foldOf, recorded, writtenOrRefused } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { addTeamMember, changeMember, createTeam, editTeam, removeTeamMember } from './decide.ts';
import type { TeamEvent } from './events.ts';
import { evolve, initial, type Team } from './state.ts';

type Step = (team: Team) => TeamEvent[];

const ids = Object.values(people).map(({ id }) => id);
const actor = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Actor>(people.teamAdmin) },
  { weight: 1, arbitrary: fc.constantFrom<Actor>(...Object.values(people)) },
);
const basedOn = fc
  .option(fc.bigInt({ min: 0n, max: 12n }), { nil: undefined, freq: 2 })
  .map((version) => (version === undefined ? {} : { basedOn: version }));
const name = fc.constantFrom('', 'ICU', 'العناية');
const userId = fc.constantFrom(...ids);
const email = fc.constantFrom('mona@hospital.example', 'adel@hospital.example');
const teamId = fc.constant('team-1');
const role = fc.constantFrom('pharmacist' as const, 'physician' as const, 'reader' as const);

const create = fc
  .tuple(actor, fc.record({ name, specialty: fc.constantFrom(1 as const, 6 as const), about: name, adminEmail: email }))
  .map(
    ([who, founded]): Step =>
      (team) =>
        createTeam(team, by(who, founded)),
  );
const add = fc.tuple(actor, fc.record({ userId, email, isProven: fc.boolean() })).map(
  ([who, member]): Step =>
    (team) =>
      addTeamMember(team, by(who, member)),
);
const change = fc
  .tuple(
    actor,
    fc.record(
      { teamId, userId, role, disabled: fc.boolean(), canAudit: fc.boolean() },
      { requiredKeys: ['teamId', 'userId'] },
    ),
    basedOn,
  )
  .map(
    ([who, member, envelope]): Step =>
      (team) =>
        changeMember(team, by(who, member, envelope)),
  );
const remove = fc.tuple(actor, fc.record({ teamId, userId }), basedOn).map(
  ([who, member, envelope]): Step =>
    (team) =>
      removeTeamMember(team, by(who, member, envelope)),
);
const listed = fc.uniqueArray(
  fc.record(
    { userId, email, isProven: fc.constant(true), role, disabled: fc.boolean(), canAudit: fc.boolean() },
    { requiredKeys: ['userId', 'email', 'isProven'] },
  ),
  { selector: (member) => member.userId },
);
const edit = fc
  .tuple(
    actor,
    fc.record(
      {
        teamId,
        name,
        about: name,
        cloudName: name,
        uploadPreset: name,
        chatAllowed: fc.boolean(),
        exportLanguage: fc.constantFrom('en', 'ar'),
        members: listed,
      },
      { requiredKeys: ['teamId'] },
    ),
    basedOn,
  )
  .map(
    ([who, edited, envelope]): Step =>
      (team) =>
        editTeam(team, by(who, edited, envelope)),
  );
const anyStep = fc.oneof(create, add, change, remove, edit);

/** A team with all people as members, so that most commands find their entity. */
const foundedTeam: readonly Step[] = [
  (team) =>
    createTeam(
      team,
      by(people.teamAdmin, { name: 'ICU', specialty: 1, about: '', adminEmail: 'admin@hospital.example' }),
    ),
  ...ids.map(
    (id): Step =>
      (team) =>
        addTeamMember(team, by(people.teamAdmin, { userId: id, email: 'mona@hospital.example', isProven: true })),
  ),
];

function runningThrough(
  steps: readonly Step[],
  look: (before: Team, written: readonly TeamEvent[], after: Team, step: Step) => void = () => undefined,
) {
  let team = initial;
  const log: ReturnType<typeof recorded<TeamEvent>> = [];
  for (const step of steps) {
    const before = team;
    const written = writtenOrRefused(() => step(before));
    const news = recorded(written, BigInt(log.length));
    team = news.reduce(evolve, before);
    log.push(...news);
    look(before, written, team, step);
  }
  return { team, log };
}
const members = (team: Team) => (team.status === 'created' ? team.members : []);

test('with any order of commands, a replay gives the same state, and no command writes twice', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(anyStep, { maxLength: 25 }), (founded, steps) => {
      const { team, log } = runningThrough(
        [...(founded ? foundedTeam : []), ...steps],
        (_before, _written, after, step) => {
          expect(writtenOrRefused(() => step(after))).toEqual([]);
        },
      );
      expect(foldOf({ initial, evolve }, log)).toEqual(team);
    }),
  );
});

test('members are unique, and the admin is always a clinical pharmacist of the team', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 25 }), (steps) => {
      runningThrough([...foundedTeam, ...steps], (_before, _written, team) => {
        const present = members(team).map((member) => member.userId);
        expect(new Set(present).size).toBe(present.length);
        if (team.status === 'created')
          expect(members(team)).toContainEqual(
            expect.objectContaining({ userId: team.adminId, role: 'pharmacist', disabled: false, canAudit: false }),
          );
      });
    }),
  );
});

test('a list of members without If-Match removes and changes no member', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 10 }), listed, (steps, list) => {
      const { team } = runningThrough([...foundedTeam, ...steps]);
      const written = writtenOrRefused(() => editTeam(team, by(people.teamAdmin, { teamId: 'team-1', members: list })));
      const after = recorded(written, 100n).reduce(evolve, team);
      expect(members(after).slice(0, members(team).length)).toEqual(members(team));
    }),
  );
});

test('a list based on the newest version becomes the list of members', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 10 }), listed, (steps, list) => {
      const { team } = runningThrough([...foundedTeam, ...steps]);
      if (team.status === 'none') return;
      const written = writtenOrRefused(() =>
        editTeam(team, by(people.teamAdmin, { teamId: 'team-1', members: list }, { basedOn: team.touch.version })),
      );
      if (written.length === 0) return;
      const after = recorded(written, 100n).reduce(evolve, team);
      expect(new Set(members(after).map((member) => member.userId))).toEqual(
        new Set(list.map((member) => member.userId)),
      );
      for (const one of list) {
        const { touch: _, email: _email, isProven: _isProven, ...wanted } = { touch: undefined, ...one };
        expect(members(after).find((member) => member.userId === one.userId)).toMatchObject(wanted);
      }
    }),
  );
});

test('changes of different members commute', () => {
  const [one, other] = [people.pharmacist.id, people.physician.id];
  const about = (id: string): fc.Arbitrary<Step> =>
    fc.oneof(
      fc.record({ role, disabled: fc.boolean(), canAudit: fc.boolean() }, { requiredKeys: [] }).map(
        (wanted): Step =>
          (team) =>
            changeMember(team, by(people.teamAdmin, { teamId: 'team-1', userId: id, ...wanted })),
      ),
      fc.constant<Step>((team) => removeTeamMember(team, by(people.teamAdmin, { teamId: 'team-1', userId: id }))),
    );
  const withoutTouch = (team: Team): unknown => members(team).map(({ touch: _, ...member }) => member);
  fc.assert(
    fc.property(about(one), about(other), (first, second) => {
      expect(withoutTouch(runningThrough([...foundedTeam, first, second]).team)).toEqual(
        withoutTouch(runningThrough([...foundedTeam, second, first]).team),
      );
    }),
  );
});
