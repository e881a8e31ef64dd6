/**
 * The action of an operator with a command, in the security log: at once where the database
 * answers. Else it waits in a file of the data folder, and the next start of the product writes it.
 */
import { randomUUID } from 'node:crypto';
import { appendFile, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { securityKinds, SecurityKindName } from 'language/domain/security-log/kinds';
import { Pool } from 'pg';
import * as z from 'zod';
import type { Logger } from '../process/logger.ts';
import { recordSecurityEvent, type SecurityFact } from './record.ts';

const CONNECT_MS = 3_000;
/** A command is run now and then by a person. More than these is not what a person did. */
const WAITING_MAX = 1_000;

export interface OperatorsPlace {
  readonly databaseUrl: string | undefined;
  /** It is not made. */
  readonly dataDir: string | undefined;
}

const waitingFile = (dataDir: string): string => join(dataDir, 'operator-actions.ndjson');

/**
 * Never fails the command: what was done is done.
 * @returns whether it is in the log, waits for the next start, or is nowhere
 */
export async function recordOperatorAction(
  fact: SecurityFact,
  { databaseUrl, dataDir }: OperatorsPlace,
): Promise<'written' | 'waits' | 'nowhere'> {
  const at = new Date();
  if (databaseUrl !== undefined && (await isWritten(databaseUrl, fact, at))) return 'written';
  if (dataDir === undefined || !(await isFolder(dataDir))) return 'nowhere';
  const line = JSON.stringify({ id: randomUUID(), at: at.toISOString(), ...fact });
  return appendFile(waitingFile(dataDir), `${line}\n`, { mode: 0o600 }).then(
    () => 'waits' as const,
    () => 'nowhere' as const,
  );
}

async function isWritten(databaseUrl: string, fact: SecurityFact, at: Date): Promise<boolean> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: CONNECT_MS });
  pool.on('error', () => undefined);
  try {
    await recordSecurityEvent(pool, { ...fact, by: 'operator', at });
    return true;
  } catch {
    // The product is stopped, or has not made this table yet.
    return false;
  } finally {
    await pool.end();
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const Waiting = z.object({ id: z.uuid(), at: z.iso.datetime(), kind: SecurityKindName, data: z.unknown() });

/** At the start: writes what waits in the data folder. A line is written once, also when several processes start. */
export async function takeOperatorActions(pool: Pool, dataDir: string, logger: Logger): Promise<void> {
  const file = waitingFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') logger.error({ error }, 'the actions of the operator cannot be read');
    return undefined;
  });
  if (text === undefined) return;
  for (const line of text.split('\n').filter(Boolean).slice(0, WAITING_MAX)) {
    const fact = factOf(line);
    if (!fact) {
      logger.error('a line of operator-actions.ndjson is no action of an operator and is passed over');
      continue;
    }
    const { id, at, ...what } = fact;
    await recordSecurityEvent(pool, { ...what, by: 'operator', at, sourceId: id });
  }
  await rm(file);
}

function factOf(line: string): (SecurityFact & { id: string; at: Date }) | undefined {
  try {
    const { id, at, kind, data } = Waiting.parse(JSON.parse(line));
    if (securityKinds[kind].group !== 'operator') return undefined;
    // The check of its kind makes it a fact of that kind.
    const parsed: unknown = { kind, data: securityKinds[kind].data.parse(data), id, at: new Date(at) };
    return parsed as SecurityFact & { id: string; at: Date };
  } catch {
    return undefined;
  }
}
