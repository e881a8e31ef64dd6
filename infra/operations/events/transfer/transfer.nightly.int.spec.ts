/** Export, import and verify with the built command line. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANY, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWhatChanged } from '../../../verification/test/started-program.ts';
import { Digest } from './event-identity.ts';
import { parseLine, summaryLineOf } from '../file/event-line.ts';
import { writeExampleLog } from '../testing/example-log.ts';
import type { StoredEvent } from '../log/stored-event.ts';
import { runCommand, type CommandResult } from '../testing/started-command.ts';

let source: Installation;
/** A log with all events of the source. */
let target: Installation;
let imported: CommandResult;
let folder: string;
let exported: string;
beforeAll(async () => {
  await buildWhatChanged();
  source = await freshInstallation();
  target = await freshInstallation();
  folder = await mkdtemp(join(tmpdir(), 'events-'));
  exported = join(folder, 'log.ndjson');
  await writeExampleLog(source.eventstoreUrl, 1_500);
  expect(await runCommand(source.eventstoreUrl, ['export', exported])).toMatchObject({ code: 0 });
  imported = await runCommand(target.eventstoreUrl, ['import', exported]);
});
afterAll(async () => {
  await source.stop();
  await target.stop();
  await rm(folder, { recursive: true, force: true });
});

let fresh: Installation;
beforeEach(async () => {
  fresh = await freshInstallation();
});
afterEach(() => fresh.stop());

const inFresh = (...args: string[]): Promise<CommandResult> => runCommand(fresh.eventstoreUrl, args);
const saying = (text: string, code = 0) => ({ code, stderr: expect.stringContaining(text) as string });
const linesOf = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).split('\n').slice(0, -1);
const eventsOf = async (file: string): Promise<StoredEvent[]> =>
  (await linesOf(file))
    .map((line) => parseLine(Buffer.from(line)))
    .flatMap((line) => (line.kind === 'event' ? [line.event] : []));
const summaryOf = async (file: string): Promise<{ count: number; sha256: string }> =>
  JSON.parse((await linesOf(file)).at(-1)!) as { count: number; sha256: string };
async function withClient<Result>(url: string, work: (client: EventStoreDBClient) => Promise<Result>): Promise<Result> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    return await work(client);
  } finally {
    await client.dispose();
  }
}
/** A file with changed lines of the exported one, and the matching last line. */
async function fileWith(change: (lines: string[]) => string[]): Promise<string> {
  const file = join(folder, 'changed.ndjson');
  const lines = change((await linesOf(exported)).slice(0, -1));
  const digest = new Digest();
  for (const line of lines) {
    const parsed = parseLine(Buffer.from(line));
    if (parsed.kind === 'event') digest.add(parsed.event);
  }
  await writeFile(file, [...lines.map((line) => `${line}\n`), summaryLineOf(digest.summary())].join(''));
  return file;
}
const first = (count: number): Promise<string> => fileWith((lines) => lines.slice(0, count));

describe('a log with every kind of event', () => {
  test('has the same hash after an import', async () => {
    expect(imported).toMatchObject(saying('and no others'));
    const again = join(folder, 'again.ndjson');
    expect(await runCommand(target.eventstoreUrl, ['export', again])).toMatchObject({ code: 0 });
    expect(await summaryOf(again)).toEqual(await summaryOf(exported));
    expect((await summaryOf(again)).count).toBeGreaterThan(1_500);

    const [before, after] = [await eventsOf(exported), await eventsOf(again)];
    expect(after.map(({ stream, revision, type }) => [stream, revision, type])).toEqual(
      before.map(({ stream, revision, type }) => [stream, revision, type]),
    );
    const isCreatedByLog = ({ type, stream }: StoredEvent): boolean =>
      type === '$streamDeleted' || (type === '$metadata' && stream.startsWith('$$'));
    const bytes = (events: StoredEvent[]) =>
      events
        .filter((event) => !isCreatedByLog(event))
        .map(({ id, contentType, data, metadata }) => [
          id,
          contentType,
          Buffer.from(data).toString('base64'),
          Buffer.from(metadata).toString('base64'),
        ]);
    expect(bytes(after)).toEqual(bytes(before));
  });

  test('shows the same streams to its readers', async () => {
    const streams = [...new Set((await eventsOf(exported)).map(({ stream }) => stream))].filter(
      (stream) => !stream.startsWith('$$'),
    );
    expect(streams.length).toBeGreaterThan(60);
    const there = await seen(target.eventstoreUrl, streams);
    expect(there).toEqual(await seen(source.eventstoreUrl, streams));
    expect(there['deleted']).toMatchObject({ events: ['stream-not-found'] });
    expect(there['tombstoned']).toMatchObject({ events: ['stream-deleted'] });
    expect(there['brought-back-by-nothing']).toMatchObject({ events: ['brought-back-by-nothing@2:Told'] });
  });

  test('is not written again by a second import', async () => {
    const { count } = await summaryOf(exported);
    expect(imported.stderr).toMatch(/^0 events were there, [\d,]+ written, [1-9]\d* made by the event log itself/m);
    const again = await runCommand(target.eventstoreUrl, ['import', exported]);
    expect(again).toMatchObject(
      saying(`${count.toLocaleString('en')} events were there, 0 written, 0 made by the event log itself`),
    );
    expect(await runCommand(target.eventstoreUrl, ['verify', exported])).toMatchObject({ code: 0 });
  });

  test('is readable in the file where it is JSON', async () => {
    const lines = await linesOf(exported);
    expect(lines.find((line) => line.includes('"stream":"exactly","revision":"0"'))).toContain(
      '"data":{"n":12345678901234567890,"x":1.0,"x":1E2}',
    );
    expect(lines.find((line) => line.includes('"stream":"$$deleted"'))).toContain('"data":{"$tb":9223372036854775807}');
    expect(lines.find((line) => line.includes('"stream":"tombstoned","revision":"9223372036854775807"'))).toContain(
      '"type":"$streamDeleted"',
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(1024 * 1024);
  });
});

test('import and verify read a pipe', async () => {
  const file = await first(300);
  const content = await readFile(file, 'utf8');
  expect(await runCommand(fresh.eventstoreUrl, ['import', '-'], content)).toMatchObject({ code: 0 });
  expect(await runCommand(fresh.eventstoreUrl, ['verify', '-'], content)).toMatchObject({ code: 0 });
  const { stdout, code } = await inFresh('export', '-');
  expect(code).toBe(0);
  expect(stdout.split('\n').at(-2)).toBe(content.split('\n').at(-2));
  expect(await runCommand(fresh.eventstoreUrl, ['import', '-'], content.slice(0, -30))).toMatchObject(
    saying('its export did not come to its end', 1),
  );
});

test('an empty log is exported and imported', async () => {
  const file = join(folder, 'empty.ndjson');
  const other = await freshInstallation();
  expect(await inFresh('export', file)).toMatchObject({ code: 0 });
  expect(await readFile(file, 'utf8')).toBe(summaryLineOf(new Digest().summary()));
  expect(await runCommand(other.eventstoreUrl, ['import', file])).toMatchObject({ code: 0 });
  expect(await runCommand(other.eventstoreUrl, ['verify', file])).toMatchObject({ code: 0 });
  await other.stop();
});

test('a second import adds the newer events', async () => {
  await inFresh('import', await first(200));
  expect(await inFresh('import', await first(400))).toMatchObject(saying('200 events were there'));
});

test("an export leaves out the server's own streams and keeps the metadata of user streams", async () => {
  await withClient(fresh.eventstoreUrl, async (client) => {
    for (const stream of [
      '$ce-admission',
      '$stats-127.0.0.1:2113',
      '$$$stats-127.0.0.1:2113',
      '$scavenges',
      'users',
      '$$users',
    ])
      await client.appendToStream(
        stream,
        jsonEvent({ type: stream.startsWith('$$') ? '$metadata' : 'Kept', data: { maxCount: 3 } }),
        { expectedRevision: ANY },
      );
  });
  const { stdout } = await inFresh('export', '-');
  expect([...stdout.matchAll(/"stream":"([^"]*)"/g)].map(([, stream]) => stream)).toEqual(['users', '$$users']);
});

describe('the message names the place where', () => {
  test('a file was altered, and nothing of it is written', async () => {
    const lines = await linesOf(exported);
    const file = join(folder, 'altered.ndjson');
    await writeFile(
      file,
      lines.map((line, index) => `${index === 1_500 ? line.replace('"type":"', '"type":"X') : line}\n`).join(''),
    );
    expect(await inFresh('import', file)).toMatchObject(saying('is not as it was exported', 1));
    expect(await inFresh('export', '-')).toMatchObject({ stdout: summaryLineOf(new Digest().summary()) });
  });

  test('a log differs in one event', async () => {
    const file = await fileWith((lines) =>
      lines.map((line) =>
        line.includes('"stream":"exactly","revision":"3"')
          ? line.replace('"type":"NoteWritten"', '"type":"NoteForged"')
          : line,
      ),
    );
    for (const command of ['verify', 'import'])
      expect(await runCommand(target.eventstoreUrl, [command, file])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^exactly@3 is there and differs from the file's in type \(event \d+\)\.$/m,
        ) as string,
      });
  });

  test('a log holds an event of its own', async () => {
    await withClient(fresh.eventstoreUrl, (client) =>
      client.appendToStream('another-stream', jsonEvent({ type: 'Wrote', data: {} })),
    );
    expect(await inFresh('import', await first(10))).toMatchObject(
      saying('The log and the file part at event 1: the file has deleted@0, the log has another-stream@0.', 1),
    );
  });

  test('a log has fewer events, or more', async () => {
    await inFresh('import', await first(100));
    expect(await inFresh('verify', await first(101))).toMatchObject(
      saying('The event log ends where the file goes on', 1),
    );
    expect(await inFresh('verify', await first(99))).toMatchObject(
      saying('The log goes on where the file ends: event 100 is ', 1),
    );
  });

  test('a scavenged log has gaps, and nothing of it is written', async () => {
    const file = await fileWith((lines) => lines.filter((line) => !/"stream":"exactly","revision":"[0-2]"/.test(line)));
    expect(await inFresh('import', file)).toMatchObject(
      saying('The file has exactly@3 where 0 should come: revisions 0 to 2 are missing. The log was scavenged', 1),
    );
    expect(await inFresh('export', '-')).toMatchObject({ stdout: summaryLineOf(new Digest().summary()) });
  });

  test('an export would overwrite a file', async () => {
    const before = await summaryOf(exported);
    expect(await inFresh('export', exported)).toMatchObject(
      saying('go on with it by --resume, or choose another name', 1),
    );
    expect(await summaryOf(exported)).toEqual(before);
  });

  test('a file is missing', async () => {
    for (const command of ['import', 'verify'])
      expect(await inFresh(command, join(folder, 'nowhere'))).toMatchObject(saying('There is no file ', 1));
  });

  test('no log answers, without the password of the address', async () => {
    const { code, stderr } = await runCommand('esdb://user:secret@127.0.0.1:1?tls=false', [
      'export',
      join(folder, 'never'),
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('No event log answers at 127.0.0.1:1.');
    expect(stderr).not.toContain('secret');
  });
});

/** The events of these streams with resolved links, and their metadata. */
const seen = (url: string, streams: readonly string[]): Promise<Record<string, unknown>> =>
  withClient(url, async (client) => {
    const all: Record<string, unknown> = {};
    for (const stream of streams) {
      const events: string[] = [];
      try {
        for await (const { event, link } of client.readStream(stream, { resolveLinkTos: true }))
          events.push(`${(event ?? link)?.streamId}@${(event ?? link)?.revision}:${(event ?? link)?.type}`);
      } catch (error) {
        events.push((error as { type: string }).type);
      }
      all[stream] = {
        events,
        metadata: await client.getStreamMetadata(stream).then(
          ({ metadata }) => metadata,
          (error: { type: string }) => error.type,
        ),
      };
    }
    return all;
  });
