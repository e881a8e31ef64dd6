/** The arguments of `npm run backup` and `npm run restore`. */
import { resolve } from 'node:path';
import { asCalendarDate, type CalendarDate } from 'language/domain/values/calendar-date';
import { argumentsOf } from '../../runtime/start/program/operator-command.ts';

export type BackupCommand =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'backup';
      readonly folder: string;
      readonly keysFolder: string;
      readonly evenIfAltered: boolean;
    }
  | { readonly kind: 'check'; readonly folder: string; readonly keysFolder: string | undefined }
  | { readonly kind: 'erasures'; readonly file: string };

/** Where the copy of the log ends: everything, or a place before. */
export type Cut = { readonly position: bigint } | { readonly at: Date } | undefined;
/** A time that was given without a zone, in minutes since midnight. */
interface LocalCut {
  readonly localTime: { readonly day: CalendarDate; readonly minutes: number };
}

export interface RestoreCommand {
  readonly kind: 'restore';
  readonly folder: string;
  readonly keysFolder: string;
  readonly erasures: string | undefined;
  readonly masterKey: string | undefined;
  readonly cut: Cut | LocalCut;
}

export const BACKUP_USAGE = `Usage: npm run backup -- --to DIR [--keys-to DIR] [--even-if-altered]
       npm run backup -- --check DIR [--keys-from DIR]
       npm run backup -- --erasures FILE

  --to DIR           adds what is new to the backups in DIR, while people work; the first run copies everything
  --keys-to DIR      the keys of patients and persons on another medium
  --even-if-altered  also where an event is not as it was sealed, which otherwise ends the run
  --check DIR        reads the backup in DIR and says whether it is whole and unaltered; needs no database
  --erasures FILE    writes which keys were destroyed, for a restore of an older backup

The master key is in no backup. The installation is that of DATA_DIR, or of DATABASE_URL and EVENTSTORE_URL.
Exit code: 0 done, 1 not done or altered, 64 not understood, 78 a setting is wrong.
`;

export const RESTORE_USAGE = `Usage: npm run restore -- --from DIR [--keys-from DIR] [--master-key FILE]
                          [--position N | --at INSTANT] [--erasures FILE]

  --from DIR         a folder of npm run backup
  --keys-from DIR    the folder of --keys-to
  --master-key FILE  the master key; else MASTER_KEY, else master.key in DATA_DIR
  --position N       the log up to this position only, with the newest keys and accounts
  --at INSTANT       the same, up to an instant such as 2026-11-26T12:00:00Z; without a zone it is of TIME_ZONE
  --erasures FILE    what was erased since an older backup is erased before anything starts

The target must be empty: DATA_DIR, or the databases of DATABASE_URL and EVENTSTORE_URL. A restore that was killed goes
on with the same command. Exit code: 0 done, 1 not done, 64 not understood, 78 a setting or key is wrong.
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** @returns undefined for a command line that is not understood */
export function backupCommandOf(args: readonly string[]): BackupCommand | undefined {
  const values = valuesOf(args, {
    to: text,
    'keys-to': text,
    'even-if-altered': flag,
    check: text,
    'keys-from': text,
    erasures: text,
    help: flag,
  });
  if (!values) return undefined;
  if (values.help) return { kind: 'help' };
  const {
    to,
    check,
    erasures,
    'keys-to': keysTo,
    'keys-from': keysFrom,
    'even-if-altered': evenIfAltered = false,
  } = values;
  if ([to, check, erasures].filter((one) => one !== undefined).length !== 1) return undefined;
  if ((keysFrom !== undefined && check === undefined) || (keysTo !== undefined && to === undefined)) return undefined;
  if (evenIfAltered && to === undefined) return undefined;
  if (to !== undefined)
    return { kind: 'backup', folder: resolve(to), keysFolder: resolve(keysTo ?? to), evenIfAltered };
  if (check !== undefined) return { kind: 'check', folder: resolve(check), keysFolder: keysFrom && resolve(keysFrom) };
  return erasures === undefined ? undefined : { kind: 'erasures', file: resolve(erasures) };
}

/** @returns undefined for a command line that is not understood */
export function restoreCommandOf(args: readonly string[]): RestoreCommand | { readonly kind: 'help' } | undefined {
  const values = valuesOf(args, {
    from: text,
    'keys-from': text,
    'master-key': text,
    position: text,
    at: text,
    erasures: text,
    help: flag,
  });
  if (!values) return undefined;
  if (values.help) return { kind: 'help' };
  const { from, position, at, erasures, 'keys-from': keysFrom, 'master-key': masterKey } = values;
  if (from === undefined) return undefined;
  const cut = cutOf(position, at);
  if (cut === 'unclear') return undefined;
  return {
    kind: 'restore',
    folder: resolve(from),
    keysFolder: resolve(keysFrom ?? from),
    erasures: erasures && resolve(erasures),
    masterKey: masterKey && resolve(masterKey),
    cut,
  };
}

function cutOf(position: string | undefined, at: string | undefined): Cut | LocalCut | 'unclear' {
  if (position !== undefined && at !== undefined) return 'unclear';
  if (position !== undefined) return /^\d{1,19}$/.test(position) ? { position: BigInt(position) } : 'unclear';
  if (at === undefined) return undefined;
  const [, local, zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/.exec(at) ?? [];
  const asUtc = new Date(`${local}${zone ?? 'Z'}`);
  const day = asCalendarDate(local?.slice(0, 10) ?? '');
  if (day === undefined || Number.isNaN(asUtc.getTime())) return 'unclear';
  if (zone !== undefined) return { at: asUtc };
  return { localTime: { day, minutes: (asUtc.getTime() - Date.parse(`${day}T00:00:00Z`)) / 60_000 } };
}

/** @returns undefined also for an empty value */
function valuesOf<Options extends Readonly<Record<string, typeof text | typeof flag>>>(
  args: readonly string[],
  options: Options,
) {
  const values = argumentsOf({ args: [...args], options })?.values;
  return values && !Object.values(values).includes('') ? values : undefined;
}
