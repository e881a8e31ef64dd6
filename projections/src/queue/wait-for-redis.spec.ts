import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { waitForRedis } from './wait-for-redis.ts';

/** A server that gives each connection its next answer, for every command; without one it ends the connection. */
async function redisThatSays(...answers: (string | undefined)[]): Promise<string> {
  const server = createServer((socket) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    socket.on('error', () => undefined);
    if (answer === undefined) socket.destroy();
    else
      socket.on('data', (sent) => {
        const commands = String(sent).match(/^\*\d/gm) ?? [];
        socket.write(`${answer}\r\n`.repeat(commands.length));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `redis://:secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const said: string[] = [];
const logger = pino({}, { write: (line) => said.push(line) });

// Fault: the start waited for ever, and no line said for what.
test('Redis that comes later, or still loads its data, is waited for', async () => {
  await waitForRedis(await redisThatSays(undefined, '-LOADING Redis is loading', '+PONG'), logger);
  expect(said.filter((line) => line.includes('REDIS_URL: the server does not answer'))).toHaveLength(1);
});

test('Redis that refuses the password ends the start, without the password', async () => {
  const refused = waitForRedis(await redisThatSays('-WRONGPASS invalid username-password pair'), logger);
  await expect(refused).rejects.toThrow('REDIS_URL: Redis refuses the user or the password.');
  expect(said.join('')).not.toContain('secret');
});
