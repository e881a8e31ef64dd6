import type { Intent } from '../../commands/intent.ts';
import { expect, test } from 'vitest';
import { hospitalCommands } from 'language/domain/values/hospital-interface';
import { Applying, type ApplyParts } from './applying.ts';
import { mappingOf } from './mapping.ts';

/** A hospital whose one mapped team is `t1`. Commands are only noted. */
function applying() {
  const given: string[] = [];
  const parts = {
    handle: async ({ name }: { name: string }) => void given.push(name),
    folds: { team: { load: async () => ({ state: { status: 'founded' } }) } },
    seal: { markOf: (text: string) => text },
  } as unknown as ApplyParts;
  const mapping = mappingOf({ teams: [{ pointOfCare: 'ICU', team: 't1' }] });
  const one = new Applying(parts, { messageId: 'm', mapping, at: new Date(0), stamps: new Map(), patients: [] });
  return { one, given };
}

test('the interface gives its own commands, and no other', async () => {
  const { one, given } = applying();
  const intent = (name: string) => ({ name, decide: () => [] }) as unknown as Intent<never, object>;
  for (const name of Object.keys(hospitalCommands)) await one.parts.handle(intent(name));
  expect(given).toEqual(Object.keys(hospitalCommands));
  for (const name of ['AddReview', 'RateError', 'DeletePatient', 'AddMember', 'toString'])
    expect(() => one.parts.handle(intent(name))).toThrow('Not allowed');
  expect(given).toHaveLength(12);
});

test('the interface has rights in mapped teams alone, and is no admin anywhere', async () => {
  const { one } = applying();
  expect(await one.actorIn('t1')).toMatchObject({ id: 'hospital-interface', canEdit: true, isTeamAdmin: false });
  for (const team of ['t2', undefined]) await expect(one.actorIn(team)).rejects.toThrow('Not allowed');
});
