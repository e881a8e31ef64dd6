import { expect, test } from 'vitest';
import { clientsOf } from './clients.ts';

const client = { id: 'quality', secretSha256: 'a'.repeat(64), teams: ['icu'] };
const read = (...clients: object[]) => clientsOf({ clients });

test('a client reads all kinds of resources where the file names none', () => {
  expect(read(client).get('quality')?.resources).toHaveLength(7);
  expect(read({ ...client, resources: ['Patient'] }).get('quality')?.resources).toEqual(['Patient']);
});

test.each([
  ['a secret in place of its hash', [{ ...client, secretSha256: 'secret' }]],
  ['no team', [{ ...client, teams: [] }]],
  ['a kind that is not there', [{ ...client, resources: ['Medication'] }]],
  ['a name that is not known', [{ ...client, scopes: [] }]],
  ['one id twice', [client, client]],
])('a file with %s is refused', (_what, clients) => {
  expect(() => read(...clients)).toThrow();
});
