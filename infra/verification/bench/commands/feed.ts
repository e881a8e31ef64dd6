/**
 * `npm run bench -- --feed`: results of a laboratory over MLLP at 50 a second. The time until a message is acknowledged, and from
 * there until a teammate with the open chart has read the value: the live note, and the read that it causes.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Changed } from 'language/contract/live';
import { adt, openSender, oru } from 'command-api/testing/hl7-sender';
import { freePort } from 'service-kit/process/free-port';
import { atMost, heading, row, summarise } from '../figures.ts';
import { atRate } from '../open-loop.ts';
import { describeMachine, withProduct, WITHOUT_LIMITS } from '../product.ts';
import { connectMates } from '../teammates.ts';
import { openTeam } from '../team.ts';

/** Below the connections that the port takes. */
const PATIENTS = 18;
const RATE = { perSecond: 50, seconds: 20 };
const WARM_UP = { perSecond: 50, seconds: 10 };
const TARGET = { acknowledgedMs: 25, shownMs: 300 };
const MAPPING_MS = 1_500;

const timeOf = (index: number): string => new Date(index * 60_000).toISOString().slice(11, 16).replace(':', '');

export async function measureFeed(): Promise<void> {
  describeMachine();
  const folder = await mkdtemp(join(tmpdir(), 'hl7-'));
  const [port, map] = [await freePort(), join(folder, 'map.json')];
  await writeFile(map, JSON.stringify({ teams: [] }));
  const env = { ...WITHOUT_LIMITS, HL7_PORT: String(port), HL7_MAP: map };
  await withProduct({ env }, async ({ url }) => {
    const team = await openTeam(url, 2);
    await writeFile(map, JSON.stringify({ teams: [{ pointOfCare: 'ICU', team: team.id }] }));
    await pause(MAPPING_MS);
    const senders = await Promise.all(Array.from({ length: PATIENTS }, () => openSender(port)));
    for (const [number, sender] of senders.entries())
      await sender.send(adt('A01', { number: `n${number}`, location: 'ICU', at: '0001' }));

    const [, mate] = team.members;
    const headers = { authorization: `bearer ${mate?.token}` };
    const shown: number[] = [];
    /** By value: when its message was acknowledged. Each value is sent once. */
    const waiting = new Map<number, number>();
    const read = async ({ stream, revision }: Changed): Promise<void> => {
      const admission = stream.replace('admission-', '');
      const ask = () =>
        fetch(`${url}/api/admissions/${admission}/measurements`, {
          headers: { ...headers, 'x-read-after': `${stream}@${revision}` },
        });
      // A kept connection may end just then.
      const answer = await ask().catch(ask);
      const { measurements } = (await answer.json()) as { measurements: { value: number }[] };
      for (const { value } of measurements) {
        const at = waiting.get(value);
        if (at !== undefined && waiting.delete(value)) shown.push(performance.now() - at);
      }
    };
    const [socket] = await connectMates(url, team.id, [mate?.token ?? ''], 1, (_, note) => {
      if (note.stream.startsWith('admission-')) void read(note).catch(() => void 0);
    });
    const acknowledged: number[] = [];
    let sent = 0;
    const send = async (isMeasured: boolean): Promise<void> => {
      const index = (sent += 1);
      const number = index % PATIENTS;
      const value = Number((1 + index / 10_000).toFixed(4));
      const message = oru([`2160-0|${value.toFixed(4)}|mg/dL`], {
        number: `n${number}`,
        at: timeOf(60 + Math.floor(index / PATIENTS)),
        sampled: timeOf(60 + Math.floor(index / PATIENTS)),
      });
      const began = performance.now();
      const answer = await senders[number]?.send(message);
      if (answer !== 'AA') throw new Error(`not acknowledged: ${answer}`);
      if (!isMeasured) return;
      acknowledged.push(performance.now() - began);
      waiting.set(value, performance.now());
    };
    try {
      await atRate(WARM_UP, () => send(false));
      await atRate(RATE, () => send(true));
      for (let left = 100; waiting.size > 0 && left > 0; left -= 1) await pause(100);
    } finally {
      // A socket of a teammate connects again for ever: a run that fails would not end.
      socket?.close();
      for (const sender of senders) sender.close();
    }
    const [acks, reads] = [summarise(acknowledged, 'messages'), summarise(shown, 'values')];
    console.log(heading);
    console.log(row('HL7 message acknowledged', acks));
    console.log(row('from there until a teammate has read the value', reads));
    atMost('values that no teammate has read', waiting.size, 0, 'values');
    atMost('acknowledged, p95', acks.p95, TARGET.acknowledgedMs);
    atMost('read by a teammate, p95', reads.p95, TARGET.shownMs);
  }).finally(() => rm(folder, { recursive: true }));
}
