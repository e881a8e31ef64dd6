/** Refusals that every part of the product gives: session, rights, existence, and the form of a request. */
import {
  conflict,
  type Family,
  forbidden,
  internal,
  invalid,
  notFound,
  tooLarge,
  unauthorized,
  unavailable,
} from './sentence.ts';

export const generalReasons = {
  'token-failed': unauthorized('Not authorized, token failed'),
  'session-locked': unauthorized('This session is locked: its person has to unlock it'),
  'not-allowed': forbidden('Not allowed'),
  'foreign-page': forbidden('This request does not come from a page at the address of the product'),
  'other-address': forbidden('Pages work at {address:text} only: please open that address'),
  'not-found': notFound('Not found'),
  'changed-since': conflict('Somebody changed this since you opened it'),
  'unexpected-failure': internal('Something went wrong on the server'),

  'not-json': invalid('Send JSON (content-type: application/json)'),
  'body-encoded': invalid('Send the body without a content-encoding'),
  'body-nested-too-deeply': invalid('This is nested too deeply'),
  'body-unreadable': invalid('The request could not be read'),
  'text-not-storable': invalid('This text holds a character that cannot be saved'),
  'too-large-to-save': tooLarge('This is too large to be saved'),

  'if-match-malformed': invalid('If-Match must be the version of what you are changing', {
    beside: 'This is not a version',
  }),
  'idempotency-key-malformed': invalid('Idempotency-Key must be a UUID', { beside: 'This is not a UUID' }),
  'idempotency-key-reused': conflict('This Idempotency-Key was used for something else'),
  'read-after-malformed': invalid('X-Read-After must be <stream>@<revision>, or up to 10 of them with commas between'),

  'parameter-repeated': invalid('{name:field} was sent more than once', { beside: 'Send this once' }),
  'parameter-character': invalid('{name:field} holds a character that cannot be', {
    beside: 'This holds a character that cannot be',
  }),
  'unknown-parameter': invalid('Unknown parameter: {name:field}', { beside: 'Unknown parameter' }),

  'not-the-seed': forbidden('Only the seed of a demo says when something was done'),
  'not-an-instant': invalid('This must be an instant such as 2026-03-12T09:40:00Z'),
  'recorded-before-done': invalid('Nothing is recorded before it is done'),
  'recorded-in-future': invalid('Nothing was recorded in the future'),

  'no-feed': conflict('This installation has no interface to the hospital'),

  'service-away': unavailable('This part of the server does not answer, please try again'),
  'server-starting': unavailable('The server is still starting, please try again'),
  'database-away': unavailable('The database does not answer, please try again'),
  'log-away': unavailable('The server cannot save right now, please try again'),
  'disk-nearly-full': unavailable(
    'The disk of the server is nearly full: nothing can be saved until its operator has made room. Reading goes on',
  ),
  'account-not-ready': unavailable('Your account is not ready yet, please try again'),
} as const satisfies Family;
