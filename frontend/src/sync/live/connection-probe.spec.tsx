import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { probeWhenShown } from './connection-probe.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection of the library, open or frozen. */
function connection(isFrozen: boolean) {
  const calls: string[] = [];
  const socket = {
    connected: true,
    io: { engine: { close: () => void calls.push('close') } },
    timeout: (ms: number) => ({
      emit: (name: string, answer: (error: Error | null) => void) => {
        calls.push(name);
        setTimeout(() => answer(isFrozen ? new Error('operation has timed out') : null), isFrozen ? ms : 10);
      },
    }),
  };
  const stop = probeWhenShown(socket as never);
  const show = () => document.dispatchEvent(new Event('visibilitychange'));
  return { calls, stop, show, socket };
}

test('a page that is shown asks at once, and closes a connection that does not answer', async () => {
  const { calls, show, stop } = connection(true);
  show();
  show();
  expect(calls).toEqual(['probe']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toEqual(['probe', 'close']);
  stop();
  show();
  expect(calls).toHaveLength(2);
});

test('a connection that answers stays, and one that is down is not asked', async () => {
  const { calls, show, socket, stop } = connection(false);
  show();
  await vi.advanceTimersByTimeAsync(60_000);
  show();
  await vi.advanceTimersByTimeAsync(60_000);
  socket.connected = false;
  show();
  expect(calls).toEqual(['probe', 'probe']);
  stop();
});
