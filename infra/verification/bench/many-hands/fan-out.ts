/** The time from one command until each of 1,000 sockets of its team has its note. */
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
