import { expect, test } from 'vitest';
import { parseSession, sessionUserOf } from './stored-session.ts';

const person = { _id: 'u1', firstName: 'Mona', lastName: 'Farouk' };

test('a session is stored with its token, or with the id of the cookie’s session, and nothing else', () => {
  const more = { email: 'mona@hospital.test', phone: '0100' };
  expect(sessionUserOf({ ...person, ...more, token: 't1' })).toEqual({ ...person, token: 't1' });
  expect(sessionUserOf({ ...person, ...more, sessionId: 's1' })).toEqual({ ...person, sessionId: 's1' });
});

test('what is no session is none', () => {
  expect(parseSession(JSON.stringify({ ...person, sessionId: 's1' }))).toEqual({ ...person, sessionId: 's1' });
  for (const text of [null, '', '{', 'null', '[]', JSON.stringify(person), JSON.stringify({ token: 't1' })])
    expect(parseSession(text), String(text)).toBeUndefined();
});
