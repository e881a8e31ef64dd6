/**
 * Simulated screens of one admission: each receives the live notes and reads what they invalidate, as the browser does.
 */
import { Client } from '../../faults/convergence/client.ts';
import type { BusyWard } from './ward.ts';
import type { Acknowledged } from './writing.ts';

export interface Screens {
  /** The milliseconds from the sending of each command until each screen shows it. Resolves when all do. */
  waitsFor(commands: readonly Acknowledged[]): Promise<number[]>;
  close(): void;
}

interface Step {
  readonly to: number;
  readonly at: number;
}

const PATIENCE_MS = 30_000;
const LOOK_MS = 20;

export async function openScreens(base: string, ward: BusyWard, count: number): Promise<Screens> {
  const screens = Array.from({ length: count }, (_, index) => {
    const steps: Step[] = [];
    const client = new Client(
      base,
      { userId: '', token: ward.tokens[index % ward.tokens.length] ?? '', role: 'pharmacist' },
      [ward.admission],
      (to) => void steps.push({ to, at: performance.now() }),
    );
    client.open();
    return { client, steps };
  });
  const until = async (done: () => boolean, what: string): Promise<void> => {
    for (const began = performance.now(); !done(); await new Promise((resume) => setTimeout(resume, LOOK_MS)))
      if (performance.now() - began > PATIENCE_MS) throw new Error(`Not within ${PATIENCE_MS / 1_000} s: ${what}`);
  };
  await until(
    () => screens.every(({ client }) => client.charts.every(({ seen, isReading }) => seen >= 0 && !isReading)),
    'every screen is open',
  );
  return {
    async waitsFor(commands) {
      const last = Math.max(...commands.map(({ revision }) => revision));
      await until(
        () => screens.every(({ steps }) => (steps.at(-1)?.to ?? -1) >= last),
        'every screen shows the last change',
      );
      return screens.flatMap(({ steps }) =>
        commands.map(({ revision, sent }) => (steps.find(({ to }) => to >= revision)?.at ?? Number.NaN) - sent),
      );
    },
    close: () => screens.forEach(({ client }) => client.close()),
  };
}
