/**
 * A file beside the embedded Postgres that holds some room of its disk. Where another program has filled the disk to its
 * last blocks, the file goes: Postgres ends without room for its log, and so would every read
 * (docs/decisions/installation/disk-reserve.md).
 */
import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readDisk } from 'service-kit/telemetry/installation';
import type { Logger } from 'service-kit/process/logger';
import type { Supervised } from '../processes/supervise.ts';

const MB = 1024 * 1024;
/** Four files of Postgres's log. */
const SPARE_MB = 64;
/** Less than this is free: the room is given back. */
const GIVE_BELOW_BYTES = 32 * MB;
/** More than this is free: the room is taken again. */
const TAKE_ABOVE_BYTES = 256 * MB;
const LOOK_EVERY_MS = 1_000;

/** Looks at once, and then each second. */
export async function keepSpareRoom(dataDir: string, logger: Logger): Promise<Supervised> {
  const file = join(dataDir, 'spare-room');
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      const { freeBytes } = await readDisk(dataDir);
      if ((await adjustSpareRoom(file, freeBytes)) === 'given')
        logger.error({ folder: dataDir }, 'the disk is full: its spare room is given to the database');
    } catch (error) {
      logger.warn({ error }, 'the spare room of the disk could not be looked after');
    }
  };
  await look();
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, LOOK_EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Makes or removes the file, by what is free. */
export async function adjustSpareRoom(file: string, freeBytes: number): Promise<'given' | 'taken' | 'unchanged'> {
  const size = await stat(file).then(
    ({ size: bytes }) => bytes,
    () => 0,
  );
  if (size > 0 && freeBytes < GIVE_BELOW_BYTES) {
    await rm(file, { force: true });
    return 'given';
  }
  if (size === SPARE_MB * MB || freeBytes < TAKE_ABOVE_BYTES) return 'unchanged';
  await fill(file);
  return 'taken';
}

/** Random bytes: a file system that compresses would keep no room for zeros. */
async function fill(file: string): Promise<void> {
  const part = randomBytes(MB);
  const handle = await open(file, 'w', 0o600);
  try {
    for (let written = 0; written < SPARE_MB; written += 1) await handle.write(part);
  } finally {
    await handle.close();
  }
}
