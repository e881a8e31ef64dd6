import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTickets, TICKET_MINUTES } from './tickets.ts';

const rootKey = randomBytes(32);
const held = { userId: 'mona', passwordMark: 'x' };

test('a ticket says what it was made with, for five minutes', () => {
  let now = 1_000_000;
  const tickets = createTickets(rootKey, () => now);
  const ticket = tickets.make('secondFactor', held);
  now += TICKET_MINUTES * 60_000 - 1;
  expect(tickets.read('secondFactor', ticket)).toMatchObject(held);
  now += 1;
  expect(tickets.read('secondFactor', ticket)).toBeUndefined();
});

test('a ticket serves one purpose', () => {
  const tickets = createTickets(rootKey);
  expect(tickets.read('newPasskey', tickets.make('secondFactor', held))).toBeUndefined();
});

test('an altered ticket, and one of another installation, say nothing', () => {
  const tickets = createTickets(rootKey);
  const ticket = tickets.make('secondFactor', held);
  const [text = '', signature = ''] = ticket.split('.');
  const other = Buffer.from(Buffer.from(text, 'base64url').toString().replace('mona', 'omar')).toString('base64url');
  for (const wrong of ['', '.', 'x', text, `${text}.`, `${other}.${signature}`, `${text}.${signature.slice(0, -2)}`])
    expect(tickets.read('secondFactor', wrong)).toBeUndefined();
  expect(createTickets(randomBytes(32)).read('secondFactor', ticket)).toBeUndefined();
});
