/**
 * The time from one command until each of 1,000 sockets of its team has its note, and from a bare broadcast to 1,000
 * sockets.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Changed } from 'command-api/contract/live';
import { io } from 'socket.io-client';
import { watchTeam } from '../teammates.ts';
import { write } from './writing.ts';
import type { BusyWard } from './ward.ts';

export interface FanOut {
  /**
   * For each command and socket: the time since the command was sent, and since it was acknowledged (negative if the
   * note came before).
   */
  readonly sinceSent: number[];
  readonly sinceAcknowledged: number[];
}

export async function measureFanOut(
  base: string,
  ward: BusyWard,
  options: { sockets: number; perSecond: number; seconds: number },
): Promise<FanOut> {
  const mates = await watchTeam(base, ward.team, ward.tokens, options.sockets);
  const one = { ...ward, writers: ward.writers.slice(0, 1) };
  await write(one, { perSecond: options.perSecond, seconds: 2 }, [base]);
  const commands = await write(one, options, [base]);
  const stream = `admission-${ward.admission}`;
  const [sinceSent, sinceAcknowledged]: [number[], number[]] = [[], []];
  for (const { revision, sent, acknowledged } of commands) {
    for (let mate = 0; mate < mates.count; mate += 1) {
      const heard = await mates.heard(mate, stream, revision);
      sinceSent.push(heard - sent);
      sinceAcknowledged.push(heard - acknowledged);
    }
  }
  mates.close();
  return { sinceSent, sinceAcknowledged };
}

/** @returns for each broadcast and socket the time since it was requested */
export async function measurePlainBroadcast(options: {
  sockets: number;
  perSecond: number;
  seconds: number;
}): Promise<number[]> {
  const server = fork(fileURLToPath(new URL('./bare-broadcast.js', import.meta.url)), { execArgv: [] });
  const [port] = (await once(server, 'message')) as [number];
  const waits: number[] = [];
  let asked = 0;
  let missing = 0;
  let all: () => void = () => undefined;
  const heard = (): void => {
    waits.push(performance.now() - asked);
    missing -= 1;
    if (missing === 0) all();
  };
  const sockets = Array.from({ length: options.sockets }, () =>
    io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true }).on('changed', heard),
  );
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => void socket.once('connect', resolve))));
  const payload: Changed = {
    stream: `admission-${'0'.repeat(36)}`,
    revision: 1_234,
    from: 1_234,
    touched: [`entry:${'0'.repeat(36)}`, `review:${'0'.repeat(49)}`],
    actorId: '0'.repeat(36),
    actorName: 'Bench Hand 1',
    at: new Date().toISOString(),
  };
  for (let round = 0; round < options.perSecond * options.seconds; round += 1) {
    await new Promise<void>((resolve) => {
      missing = options.sockets;
      all = resolve;
      asked = performance.now();
      server.send(payload);
    });
    await new Promise((resume) => setTimeout(resume, 1_000 / options.perSecond));
  }
  for (const socket of sockets) socket.disconnect();
  const ended = once(server, 'exit');
  server.disconnect();
  await ended;
  return waits;
}
