import { EventEmitter, once } from 'node:events';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DidNotStart, SETTINGS_MISTAKE } from '../program/start-errors.ts';
import { supervise, type Process } from './supervise.ts';

const logger = pino({ level: 'silent' });

/** A process that can be started repeatedly and ended from outside. */
function house(outcomes: (() => void)[] = []) {
  const events = new EventEmitter();
  const controller = new AbortController();
  let started = 0;
  let end: (code: number | null) => void = () => {};
  const start = async (): Promise<Process> => {
    outcomes[started++]?.();
    const exited = new Promise<{ code: number | null }>((resolve) => {
      end = (code) => resolve({ code });
    });
    events.emit('started', started);
    return { exited, stop: async () => end(0) };
  };
  return {
    start,
    events,
    controller,
    end: (code: number | null) => end(code),
    count: () => started,
    options: { name: 'house', start, stopping: controller.signal, logger },
  };
}

test('a process that ends by itself is started again until it is stopped', async () => {
  const it = house();
  const supervised = await supervise({ ...it.options, giveUp: () => expect.unreachable() });
  const again = once(it.events, 'started');
  it.end(null);
  expect(await again).toEqual([2]);
  it.controller.abort();
  await supervised.stop();
  expect(it.count()).toBe(2);
});

test('the delays grow, and start over for a process that was ready for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const delays: number[] = [];
  const said = pino(
    { level: 'error' },
    { write: (line) => delays.push((JSON.parse(line) as { delay: number }).delay) },
  );
  const it = house();
  const supervised = await supervise({ ...it.options, logger: said, giveUp: () => expect.unreachable() });
  for (const readyFor of [0, 9_900, 10_100]) {
    const again = once(it.events, 'started');
    vi.setSystemTime(Date.now() + readyFor);
    it.end(null);
    await again;
    await new Promise(setImmediate);
  }
  it.controller.abort();
  await supervised.stop();
  expect(delays).toEqual([200, 400, 200]);
});

test('a process that asks for it is replaced before it ends', async () => {
  const it = house();
  let ask = (): void => undefined;
  const leaving = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const start = async (): Promise<Process> => {
    const running = await it.start();
    return it.count() === 1 ? { ...running, leaving } : running;
  };
  const supervised = await supervise({ ...it.options, start, giveUp: () => expect.unreachable() });
  const again = once(it.events, 'started');
  ask();
  expect(await again).toEqual([2]);
  it.controller.abort();
  await supervised.stop();
});

test('the signal that has ended a process is named', async () => {
  const lines: string[] = [];
  const it = house();
  const killed: Process = { exited: Promise.resolve({ code: null, signal: 'SIGKILL' }), stop: async () => {} };
  const start = async (): Promise<Process> => (it.count() === 0 ? (await it.start(), killed) : it.start());
  const again = once(it.events, 'started').then(() => once(it.events, 'started'));
  const said = pino({ level: 'error' }, { write: (line) => lines.push(line) });
  const supervised = await supervise({ ...it.options, start, logger: said, giveUp: () => {} });
  await again;
  expect(lines.join('')).toContain('"signal":"SIGKILL"');
  it.controller.abort();
  await supervised.stop();
});

test('a settings mistake is not retried', async () => {
  const it = house();
  const why = new Promise<string>(
    (resolve) => void supervise({ ...it.options, giveUp: resolve }).then(() => it.end(SETTINGS_MISTAKE)),
  );
  expect(await why).toBe('house cannot use its settings');
  expect(it.count()).toBe(1);
});

test('the first start fails after three attempts', async () => {
  const fails = (): never => {
    throw new DidNotStart('house', 1);
  };
  const patient = house([fails, fails]);
  await expect(supervise({ ...patient.options, giveUp: () => {} })).resolves.toBeDefined();
  await expect(supervise({ ...house([fails, fails, fails]).options, giveUp: () => {} })).rejects.toThrow(
    'house did not start',
  );
});

test('a wrong setting fails the first start at once', async () => {
  const wrong = house([
    () => {
      throw new DidNotStart('house', SETTINGS_MISTAKE);
    },
  ]);
  await expect(supervise({ ...wrong.options, giveUp: () => {} })).rejects.toThrow('house cannot use its settings');
  expect(wrong.count()).toBe(1);
});
