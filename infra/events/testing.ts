/** For the specs of this folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { root } from '../test/started-program.ts';
import { JSON_CONTENT, type StoredEvent } from './stored-event.ts';

/** An event of no log, with these fields instead of its own. */
export const anEvent = (
  fields: Partial<Omit<StoredEvent, 'data' | 'metadata'>> & {
    data?: string | Uint8Array;
    metadata?: string | Uint8Array;
  } = {},
): StoredEvent => ({
  stream: 'admission-1',
  revision: 0n,
  id: randomUUID(),
  type: 'NoteWritten',
  contentType: JSON_CONTENT,
  created: '2026-01-02T03:04:05.678Z',
  position: { commit: 17n, prepare: 16n },
  ...fields,
  data: Buffer.from(fields.data ?? '{"note":"given at noon"}'),
  metadata: Buffer.from(fields.metadata ?? ''),
});

export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function* listed<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly said: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** What it has written so far. */
  out(): string;
  said(): string;
  readonly ended: Promise<Ran>;
}

const running = new Set<ChildProcess>();

/** After each test: one that has failed leaves nothing running. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts the built command line as a user would, with the event log at `url`. */
export function start(url: string, args: readonly string[], input?: string): Running {
  const child = spawn(process.execPath, [path.join(root, 'infra/dist/events/main.js'), ...args], {
    env: { ...process.env, EVENTSTORE_URL: url },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let out = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  // One that ends early does not read its input to the end.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  return {
    child,
    out: () => out,
    said: () => said,
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, out, said }))),
  };
}

export const run = (url: string, args: readonly string[], input?: string): Promise<Ran> =>
  start(url, args, input).ended;
