/** Common parts of the commands that an operator runs: arguments, the end with a sentence and an exit code, the report. */
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { pino } from 'pino';
import { SettingsError } from 'service-kit/process/settings';
import { type OperatorsPlace, recordOperatorAction } from 'service-kit/security-log/operator-actions';
import type { SecurityFact } from 'service-kit/security-log/record';
import { readConnections } from './connections-file.ts';
import { CannotStart, NOT_UNDERSTOOD, SETTINGS_MISTAKE } from './start-errors.ts';

const [DONE, NOT_DONE] = [0, 1];

/** Why a command has not done what was asked. The message is for people and holds no secret. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo';
}

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

export const secondsSince = (startedAt: number): string => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;

/** @returns undefined for arguments that are not understood */
export function argumentsOf<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> | undefined {
  try {
    return parseArgs(config);
  } catch {
    return undefined;
  }
}

/** A signal ends the command at its next step. What was done up to there is valid. */
export function stoppedBySignals(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort(new CannotDo('Stopped. The same command goes on from here.')));
  return stopping.signal;
}

/**
 * Runs a command and ends the process.
 * @param command undefined where the command line was not understood; a number that it gives is the exit code
 * @param end.sentenceOf of an error that has no sentence for people yet; undefined for an unexpected one, which is thrown
 * @param end.notDone the exit code for a command that has not done what was asked
 */
export async function runCommand(
  usage: string,
  command: (() => Promise<unknown>) | undefined,
  end: { sentenceOf?: (error: unknown) => string | undefined; notDone?: number } = {},
): Promise<never> {
  // The reader of the sentences may be gone.
  process.stderr.on('error', () => undefined);
  if (!command) {
    process.stderr.write(usage);
    process.exit(NOT_UNDERSTOOD);
  }
  try {
    const code = await command();
    process.exit(typeof code === 'number' ? code : DONE);
  } catch (error) {
    const isSentence = error instanceof SettingsError || error instanceof CannotDo || error instanceof CannotStart;
    const sentence = isSentence ? error.message : end.sentenceOf?.(error);
    if (sentence === undefined) throw error;
    say(sentence);
    process.exit(error instanceof SettingsError ? SETTINGS_MISTAKE : (end.notDone ?? NOT_DONE));
  }
}

/** Where the actions of an operator are recorded: of the settings, or of the product on DATA_DIR. */
export async function operatorsPlaceOf(env: NodeJS.ProcessEnv): Promise<OperatorsPlace> {
  const dataDir = resolve(env['DATA_DIR'] || '.data');
  const { DATABASE_URL } = await readConnections(dataDir);
  return { databaseUrl: env['DATABASE_URL'] || DATABASE_URL, dataDir };
}

/** Ids and numbers, never a key or content. */
export type ReportAction = (action: string, about: object, fact: SecurityFact) => Promise<void>;

/** Reports what was done as a structured log line on stderr, and as a line of the security log. */
export function reporterOf(service: string): ReportAction {
  const logger = pino(
    { name: service, base: { service }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
  return async (action, about, fact) => {
    const securityLog = await recordOperatorAction(fact, await operatorsPlaceOf(process.env));
    logger.info({ ...about, securityLog }, action);
  };
}
