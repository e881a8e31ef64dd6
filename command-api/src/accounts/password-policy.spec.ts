import { describe, expect, test } from 'vitest';
import { settings } from '../settings.ts';
import { createPasswordPolicy, isCommon } from './password-policy.ts';

const mona = { email: 'mona.adel@hospital.example', firstName: 'Mona', lastName: 'Adel' };
const arab = { email: 'm@hospital.example', firstName: 'محمد', lastName: 'علي' };

function reasonOf(password: string, owner: Parameters<typeof strict.requireAcceptable>[1], policy = strict) {
  try {
    policy.requireAcceptable(password, owner);
    return undefined;
  } catch (error) {
    return (error as { problem: { reason: string } }).problem.reason;
  }
}
const strict = createPasswordPolicy({ minLength: 6, commonPasswords: 'refuse' });
const plain = createPasswordPolicy({ minLength: 6, commonPasswords: 'accept' });

test('by default only the length counts', () => {
  expect(reasonOf('12345', mona, plain)).toBe('password-too-short');
  expect(['123456', 'password', 'mona.adel'].map((password) => reasonOf(password, mona, plain))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('where common passwords are refused', () => {
  test.each(['123456', 'password', 'PassWord', 'qwerty', 'letmein', 'iloveyou', 'ｐａｓｓｗｏｒｄ', '１２３４５６'])(
    '%s is one of them',
    (password) => expect(reasonOf(password, undefined)).toBe('password-too-common'),
  );

  test.each(['mona.adel@hospital.example', 'Mona.Adel', 'monaadel2026', 'Adel_Mona!', 'MONA1990'])(
    '%s is the own name or address',
    (password) => expect(reasonOf(password, mona)).toBe('password-is-own-name'),
  );

  test('also in Arabic, and in full-width letters', () => {
    expect(reasonOf('محمد علي 1990', arab)).toBe('password-is-own-name');
    expect(reasonOf('ｍｏｎａ９９', mona)).toBe('password-is-own-name');
  });

  test.each(['78451296', '7845-1296', '７８４５１２９６', '78451296@ward.test'])(
    '%s is the mailbox, which has digits only',
    (password) => expect(reasonOf(password, { email: '78451296@ward.test' })).toBe('password-is-own-name'),
  );

  test('a sentence that has the name in it, and a password without letters, are accepted', () => {
    expect(reasonOf('mona walks to the river', mona)).toBeUndefined();
    expect(reasonOf('83-61-94-27', { email: '1@h.example', firstName: '' })).toBeUndefined();
  });

  test('the length counts first', () => expect(reasonOf('12345', mona)).toBe('password-too-short'));
});

test('the list ends after the most common ten thousand', () => {
  expect(isCommon('angelo1')).toBe(false);
  expect(isCommon('dragon')).toBe(true);
});

test('a common ADMIN_PASSWORD, and the address itself, are refused at the start', () => {
  const environment = {
    DATABASE_URL: 'postgres://localhost/a',
    EVENTSTORE_URL: 'esdb://localhost:2113?tls=false',
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    DATA_DIR: '/tmp',
    PORT: '0',
    ADMIN_EMAIL: 'admin@hospital.example',
    ADMIN_PASSWORD: 'password1',
  };
  expect(() => settings.read({ ...environment, COMMON_PASSWORDS: 'refuse' })).toThrow(/ADMIN_PASSWORD: is one of/);
  expect(settings.read(environment).COMMON_PASSWORDS).toBe('accept');
  const own = { ...environment, ADMIN_PASSWORD: environment.ADMIN_EMAIL };
  expect(settings.mistakes({ ...own, COMMON_PASSWORDS: 'refuse' }).map(({ sentence }) => sentence)).toEqual([
    'ADMIN_PASSWORD: is the address of ADMIN_EMAIL.',
  ]);
  expect(settings.mistakes(own)).toEqual([]);
});
