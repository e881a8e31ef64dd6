import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Inpatients } from 'language/contract/entities';
import type { Measurements } from 'language/contract/measurements';
import { adt, openSender, oru, type Sender } from 'command-api/testing/hl7-sender';
import { freePort } from 'service-kit/process/free-port';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTeam } from '../bench/team.ts';
import { startProduct, type Product } from '../test/product.ts';
import { get } from './convergence/calls.ts';
import { productEnv } from './convergence/test-team.ts';

const PATIENTS = 10;
const RESULTS = 30;
const PER_SECOND = 50;
const KILL_AFTER = [60, 150, 240];

let product: Product;
let folder: string;
let port: number;
beforeAll(async () => {
  [folder, port] = [await mkdtemp(join(tmpdir(), 'hl7-')), await freePort()];
  const map = join(folder, 'map.json');
  await writeFile(map, JSON.stringify({ teams: [] }));
  const hl7 = { HL7_PORT: String(port), HL7_MAP: map };
  product = await startProduct({ env: { ...productEnv, PROCESSES: 'separate', ...hl7 } });
});
afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true });
});

/** Sends a message until it has an answer, on a connection of its own, as an interface engine does. */
function createEngine() {
  let sender: Sender | undefined;
  return {
    async send(text: string): Promise<void> {
      for (;;) {
        try {
          sender ??= await openSender(port);
          const answer = await sender.send(text);
          if (!answer.startsWith('AA')) throw new RangeError(answer);
          return;
        } catch (error) {
          if (error instanceof RangeError) throw error;
          sender?.close();
          sender = undefined;
        }
      }
    },
    close: () => sender?.close(),
  };
}

const timeOf = (index: number): string =>
  `${String(10 + Math.floor(index / 60)).padStart(2, '0')}${String(index % 60).padStart(2, '0')}`;

test('command-api is killed while 50 messages come in a second: none is lost, and none is doubled', async () => {
  const team = await openTeam(product.url, 1);
  const [member] = team.members;
  await writeFile(join(folder, 'map.json'), JSON.stringify({ teams: [{ pointOfCare: 'ICU', team: team.id }] }));
  // The mapping is read again within a second.
  await vi.waitFor(
    async () => {
      const engine = createEngine();
      await engine.send(adt('A01', { number: 'first', location: 'ICU' }));
      engine.close();
      const { body } = await get(product.url, member.token, `/api/patients/inpatients/${team.id}`, undefined);
      expect((body as Inpatients).inpatients).toHaveLength(1);
    },
    { timeout: 60_000, interval: 500 },
  );

  let acknowledged = 0;
  const killed = new Set<number>();
  const began = performance.now();
  const one = async (patient: number): Promise<void> => {
    const engine = createEngine();
    const number = `n${patient}`;
    await engine.send(adt('A01', { number, location: 'ICU', at: '0900' }));
    for (let index = 0; index < RESULTS; index += 1) {
      const due = began + ((index * PATIENTS + patient) * 1_000) / PER_SECOND;
      await pause(Math.max(0, due - performance.now()));
      await engine.send(
        oru([`2160-0|${(1 + index / 100).toFixed(2)}|mg/dL`], { number, at: timeOf(index), sampled: timeOf(index) }),
      );
      acknowledged += 1;
      if (!KILL_AFTER.includes(acknowledged)) continue;
      const pid = await vi.waitFor(() => product.processOf('command-api'), { timeout: 60_000, interval: 50 });
      process.kill(pid, 'SIGKILL');
      killed.add(pid);
    }
    engine.close();
  };
  await Promise.all(Array.from({ length: PATIENTS }, (_, patient) => one(patient)));
  expect([acknowledged, killed.size]).toEqual([PATIENTS * RESULTS, KILL_AFTER.length]);

  const values = Array.from({ length: RESULTS }, (_, index) => Number((1 + index / 100).toFixed(2)));
  await vi.waitFor(
    async () => {
      const { body } = await get(product.url, member.token, `/api/patients/inpatients/${team.id}`, undefined);
      const { inpatients } = body as Inpatients;
      const ofRun = inpatients.filter(({ medicalRecordNumber }) => medicalRecordNumber.startsWith('n'));
      expect(ofRun).toHaveLength(PATIENTS);
      for (const { admission } of ofRun) {
        const path = `/api/admissions/${admission}/measurements`;
        const list = (await get(product.url, member.token, path, undefined)).body as Measurements;
        expect(list.measurements.map(({ value }) => value)).toEqual(values);
      }
    },
    { timeout: 60_000, interval: 500 },
  );
}, 300_000);
