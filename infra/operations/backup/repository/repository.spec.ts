/** The files of a backup: what is written is read back, and damage is named. */
import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { productVersion } from 'service-kit/telemetry/product-version';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anEvent, collect, listed } from '../../events/testing/example-event.ts';
import { Progress } from 'service-kit/process/progress';
import { checkLog } from '../backup/check.ts';
import type { Cut } from '../command-line.ts';
import { Altered } from '../failures.ts';
import { partOf } from '../restore/cut.ts';
import { GzipFile } from './gzip-file.ts';
import { imageSize, keepImages, readImage, writeImage } from './image-files.ts';
import { FORMAT, type Manifest, readManifest, removeStrays, segmentPath, writeManifest } from './manifest.ts';
import { allEvents, appendSegments, eventsOf } from './segments.ts';
import { blocksOf } from './table-files.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'backup-'))));
afterEach(() => rm(folder, { recursive: true }));

const events = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) =>
    anEvent({
      revision: BigInt(first + n),
      data: n % 2 ? '{"n": 1.0, "text":"ملاحظة"}' : Buffer.from([0, 10, 255]),
      ...(n % 2 ? {} : { contentType: 'application/octet-stream' }),
      metadata: '{"a":1}',
      position: { commit: BigInt(first + n + 1), prepare: BigInt(first + n + 1) },
    }),
  );
const manifest = (fields: Partial<Manifest> = {}): Manifest => ({
  format: FORMAT,
  id: '3f0c7c0a-5f0e-5a44-9d0b-8a6f1d2b7c11',
  number: 1,
  madeAt: '2026-11-26T12:00:00.000Z',
  product: '0.1.0',
  privateSchema: { steps: 1, oldestReader: 1 },
  masterKeys: [],
  segments: [],
  checked: { events: 0, seals: 0 },
  tables: [],
  keys: { elsewhere: false, tables: [] },
  images: { count: 0, bytes: 0 },
  erased: 0,
  ...fields,
});

describe('the log', () => {
  test('comes back byte for byte, and goes on in a later run', async () => {
    const first = events(0, 7);
    const segments = await appendSegments(folder, [], listed(first));
    expect(segments).toMatchObject([{ file: '00000001.ndjson.gz', count: 7, last: { revision: '6', position: '7' } }]);
    const more = events(7, 3);
    const longer = await appendSegments(folder, segments, listed(more));
    expect(longer).toMatchObject([{ file: '00000002.ndjson.gz', count: 10, first: { revision: '0' } }]);
    expect(await collect(allEvents(folder, longer))).toEqual([...first, ...more]);
    expect(await collect(allEvents(folder, longer, 8))).toEqual(more.slice(1));
    expect(await appendSegments(folder, longer, listed([]))).toBe(longer);
  });

  test('has a full file left alone, and whole files that are skipped are not read', async () => {
    const sizes = { most: 4, small: 3 };
    const [first, more] = [events(0, 7), events(7, 2)];
    const segments = await appendSegments(folder, [], listed(first), sizes);
    const longer = await appendSegments(folder, segments, listed(more), sizes);
    expect(longer.map(({ count }) => count)).toEqual([4, 3, 2]);
    await rm(join(folder, 'log', '00000001.ndjson.gz'));
    expect(await collect(allEvents(folder, longer, 5))).toEqual([...first.slice(5), ...more]);
  });

  test('of a run whose log fails leaves the files of before', async () => {
    const before = await appendSegments(folder, [], listed(events(0, 2)));
    async function* broken() {
      yield* events(2, 1);
      throw new Error('the log is away');
    }
    await expect(appendSegments(folder, before, broken())).rejects.toThrow('the log is away');
    expect(await collect(allEvents(folder, before))).toHaveLength(2);
  });

  test.each([
    ['cut off', (path: string) => truncate(path, 90), 'is damaged'],
    ['missing', (path: string) => rm(path), 'is missing'],
    ['followed by other bytes', (path: string) => appendFile(path, 'x'), 'is damaged'],
    [
      'changed in one byte',
      async (path: string) => {
        const bytes = await readFile(path);
        bytes[60] = (bytes[60] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
      'is damaged',
    ],
  ])('has a file that is %s: it is named', async (_, harm, sentence) => {
    const segments = await appendSegments(folder, [], listed(events(0, 9)));
    const [segment] = segments;
    if (!segment) throw new Error('no segment');
    await harm(segmentPath(folder, segment));
    const reading = collect(eventsOf(folder, segment));
    await expect(reading).rejects.toThrow(Altered);
    await expect(reading).rejects.toThrow(sentence);
    await expect(reading).rejects.toThrow('00000001.ndjson.gz');
  });

  test('has another whole file in the place of one: it is noticed', async () => {
    const [segment] = await appendSegments(folder, [], listed(events(0, 3)));
    if (!segment) throw new Error('no segment');
    await rm(segmentPath(folder, segment));
    await appendSegments(folder, [], listed(events(1, 3)));
    await expect(collect(eventsOf(folder, segment))).rejects.toThrow('is not the file that the backup made');
    // Fault: a flipped bit was called an altered log, as if a person had done it.
    const check = checkLog(folder, { ...manifest(), segments: [segment] }, new Progress(() => undefined));
    await expect(check).rejects.toThrow('is damaged');
  });

  // Fault: a restore to a time before the first event succeeded, with nothing in it.
  test('has nothing to restore from before its first event', async () => {
    const segments = await appendSegments(folder, [], listed(events(0, 3)));
    const [first] = segments;
    if (!first) throw new Error('no segment');
    const part = (cut: Cut) => partOf(folder, manifest({ segments: [...segments] }), cut);
    for (const cut of [{ at: new Date(Date.parse(first.first.created) - 1) }, { position: 0n }])
      await expect(part(cut)).rejects.toThrow(`The backup begins at position ${first.first.position}`);
    expect((await part({ at: new Date(first.first.created) })).count).toBeGreaterThan(0);
  });
});

describe('the list of a folder', () => {
  test('is read back, and an empty folder has none', async () => {
    expect(await readManifest(folder)).toBeUndefined();
    await writeManifest(folder, manifest());
    expect(await readManifest(folder)).toEqual(manifest());
  });

  test.each([
    [
      'of a newer program, with both versions,',
      '{"format":2,"product":"9.8.7"}',
      `in format 2. This is version ${productVersion()}, which knows format 1. Use version 9.8.7.`,
    ],
    ['that is no JSON', '{"format":1', 'is damaged: it is no JSON'],
    ['that lacks something', '{"format":1}', 'is damaged (id'],
  ])('%s is refused', async (_, text, sentence) => {
    await writeFile(join(folder, 'backup.json'), text);
    await expect(readManifest(folder)).rejects.toThrow(sentence);
  });

  test('of a folder with other files is refused', async () => {
    await writeFile(join(folder, 'letter.txt'), '');
    await expect(readManifest(folder)).rejects.toThrow('other files, such as letter.txt');
  });

  test('says what is left over of a run that was killed; other files stay', async () => {
    const [segment] = await appendSegments(folder, [], listed(events(0, 3)));
    if (!segment) throw new Error('no segment');
    for (const file of [
      'log/00000009.ndjson.gz',
      'log/notes.txt',
      'tables/00000001/a.copy.gz',
      'tables/00000002/a.copy.gz',
    ]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), '');
    }
    await removeStrays(folder, manifest({ segments: [segment] }), folder);
    expect((await readdir(join(folder, 'log'))).toSorted()).toEqual(['00000001.ndjson.gz', 'notes.txt']);
    expect(await readdir(join(folder, 'tables'))).toEqual(['00000001']);
  });
});

describe('a table', () => {
  const text = Buffer.from('1\tone\n2\t\\N\n');
  const file = {
    table: 'accounts.credential',
    columns: ['a', 'b'],
    rows: 2,
    sha256: createHash('sha256').update(text).digest('hex'),
    bytes: 0,
  };
  const write = async (content: Buffer): Promise<string> => {
    const path = join(folder, 'table.copy.gz');
    const written = new GzipFile(path);
    await written.write(content);
    await written.close();
    return path;
  };

  test('comes back', async () => {
    expect(Buffer.concat(await collect(blocksOf(await write(text), file)))).toEqual(text);
  });

  test('with other rows is noticed', async () => {
    const path = await write(Buffer.from('1\tone\n3\t\\N\n'));
    await expect(collect(blocksOf(path, file))).rejects.toThrow('is not the file that the backup made');
  });
});

describe('an image', () => {
  const contents = { content: Buffer.from([1, 10, 0]), thumbnail: Buffer.from([9]) };

  test('comes back, and stays until it is not in the list', async () => {
    const size = await writeImage(folder, 'a/../b', contents);
    await writeImage(folder, 'c', contents);
    expect(await imageSize(folder, 'a/../b')).toBe(size);
    expect(await readImage(folder, 'a/../b')).toEqual(contents);
    await keepImages(folder, new Set(['a/../b']));
    expect(await imageSize(folder, 'c')).toBeUndefined();
    expect(await imageSize(folder, 'a/../b')).toBe(size);
  });

  test('that is missing or changed is named', async () => {
    await expect(readImage(folder, 'c')).rejects.toThrow(/c\.image is missing/);
    await writeImage(folder, 'c', contents);
    const [path = ''] = (await readdir(join(folder, 'images'), { recursive: true })).filter((name) =>
      name.endsWith('.image'),
    );
    await appendFile(join(folder, 'images', path), 'x');
    await expect(readImage(folder, 'c')).rejects.toThrow(/c\.image is damaged/);
  });
});
