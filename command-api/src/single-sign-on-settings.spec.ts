import { expect, test } from 'vitest';
import { settings } from './settings.ts';

const needed = {
  PORT: '1',
  DATABASE_URL: 'postgres://127.0.0.1/x',
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
};
const client = { OIDC_CLIENT_ID: 'pharmacy', OIDC_CLIENT_SECRET: 's' };
const provider = {
  ...client,
  OIDC_ISSUER: 'https://login.hospital.example',
  PUBLIC_URL: 'https://pharmacy.hospital.example',
};
const sentences = (env: NodeJS.ProcessEnv): string[] =>
  settings.mistakes({ ...needed, ...env }).map(({ sentence }) => sentence);

test('an installation has no provider, or all that it needs of one', () => {
  expect(sentences({})).toEqual([]);
  expect(sentences(provider)).toEqual([]);
  expect(sentences({ ...provider, LOCAL_ACCOUNTS: 'off' })).toEqual([]);
  expect(sentences({ OIDC_ISSUER: provider.OIDC_ISSUER, PUBLIC_URL: provider.PUBLIC_URL })).toEqual([
    'OIDC_CLIENT_ID: is needed with OIDC_ISSUER.',
    'OIDC_CLIENT_SECRET: is needed with OIDC_ISSUER.',
  ]);
});

test('the provider leads people back to the public address, or to this machine if it runs here', () => {
  expect(sentences({ ...provider, PUBLIC_URL: '' })).toEqual([
    'PUBLIC_URL: is needed with OIDC_ISSUER: the provider leads people back to it.',
  ]);
  const here = { OIDC_ISSUER: 'http://localhost:9000', OIDC_PLAIN_HTTP: 'localhost' };
  expect(sentences({ ...client, ...here })).toEqual([]);
});

test('a client without a provider is refused: single sign-on would be off without a word', () =>
  expect(sentences(client)).toEqual([
    'OIDC_CLIENT_ID: is of use only with OIDC_ISSUER: there is no single sign-on without it.',
    'OIDC_CLIENT_SECRET: is of use only with OIDC_ISSUER: there is no single sign-on without it.',
  ]));

test('without a provider local accounts cannot be off', () =>
  expect(sentences({ LOCAL_ACCOUNTS: 'off' })).toEqual([
    'LOCAL_ACCOUNTS: can be off only with OIDC_ISSUER: no person could sign in.',
  ]));

test('plain http is for a provider of this machine, and only by a setting', () => {
  const plain = 'http://localhost:9000';
  const refused = [expect.stringMatching(/^OIDC_ISSUER: must begin with https:\/\//)];
  expect(sentences({ ...provider, OIDC_ISSUER: plain })).toEqual(refused);
  expect(sentences({ ...provider, OIDC_ISSUER: plain, OIDC_PLAIN_HTTP: 'localhost' })).toEqual([]);
  for (const issuer of ['http://login.hospital.example', 'http://localhost.evil.example', 'http://127.0.0.1.nip.io'])
    expect(sentences({ ...provider, OIDC_ISSUER: issuer, OIDC_PLAIN_HTTP: 'localhost' })).toEqual(refused);
});

test('groups are JSON of teams and roles', () => {
  const groupsOf = (text: string) => settings.read({ ...needed, ...provider, OIDC_GROUPS: text }).OIDC_GROUPS;
  expect(
    Object.fromEntries(groupsOf('{"a": {"team": "t1", "role": "auditor"}, "b": [{"team": "t1", "role": "reader"}]}')),
  ).toEqual({
    a: [{ team: 't1', role: 'auditor' }],
    b: [{ team: 't1', role: 'reader' }],
  });
  expect(settings.read(needed).OIDC_GROUPS.size).toBe(0);
  for (const wrong of [
    'a=t1',
    '[]',
    '{"a": {"team": "t1", "role": "admin"}}',
    '{"a": {"team": "t 1", "role": "reader"}}',
    '{"a": []}',
  ])
    expect(sentences({ ...provider, OIDC_GROUPS: wrong })).toEqual([
      expect.stringMatching(/^OIDC_GROUPS: must be JSON such as/),
    ]);
});

test('the scope and the words of the button are checked', () => {
  expect(sentences({ ...provider, OIDC_SCOPE: 'email profile' })).toEqual([
    'OIDC_SCOPE: must have openid among its names.',
  ]);
  expect(sentences({ ...provider, OIDC_NAME: 'x'.repeat(61) })).toEqual(['OIDC_NAME: has at most 60 characters.']);
  expect(sentences({ ...provider, LOCAL_ACCOUNTS: 'no' })).toEqual(['LOCAL_ACCOUNTS: must be on or off.']);
});
