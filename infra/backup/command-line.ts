/** The arguments of `npm run backup` and `npm run restore`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { asCalendarDate, type CalendarDate } from 'command-api/domain/values/calendar-date';

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
  if (values['help'] === true) return { kind: 'help' };
  const { to, check, erasures } = values;
  const keysTo = values['keys-to'];
  const keysFrom = values['keys-from'];
  if ([to, check, erasures].filter((one) => one !== undefined).length !== 1) return undefined;
  if ((keysFrom !== undefined && check === undefined) || (keysTo !== undefined && to === undefined)) return undefined;
  if (values['even-if-altered'] === true && to === undefined) return undefined;
  if (typeof to === 'string')
    return {
      kind: 'backup',
      folder: resolve(to),
      keysFolder: resolve(typeof keysTo === 'string' ? keysTo : to),
      evenIfAltered: values['even-if-altered'] === true,
    };
  if (typeof check === 'string')
    return {
      kind: 'check',
      folder: resolve(check),
      keysFolder: typeof keysFrom === 'string' ? resolve(keysFrom) : undefined,
    };
  return typeof erasures === 'string' ? { kind: 'erasures', file: resolve(erasures) } : undefined;
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
  if (values['help'] === true) return { kind: 'help' };
  const { from, position, at } = values;
  if (typeof from !== 'string') return undefined;
  const cut = cutOf(position, at);
  if (cut === 'unclear') return undefined;
  const path = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? resolve(value) : undefined;
  };
  return {
    kind: 'restore',
    folder: resolve(from),
    keysFolder: path('keys-from') ?? resolve(from),
    erasures: path('erasures'),
    masterKey: path('master-key'),
    cut,
  };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function cutOf(position: Values[string], at: Values[string]): Cut | LocalCut | 'unclear' {
  if (position === undefined && at === undefined) return undefined;
  if (position !== undefined && at !== undefined) return 'unclear';
  if (typeof position === 'string') return /^\d{1,19}$/.test(position) ? { position: BigInt(position) } : 'unclear';
  const [, local, zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/.exec(String(at)) ?? [];
  const asUtc = new Date(`${local}${zone ?? 'Z'}`);
  const day = asCalendarDate(local?.slice(0, 10) ?? '');
  if (day === undefined || Number.isNaN(asUtc.getTime())) return 'unclear';
  if (zone !== undefined) return { at: asUtc };
  return { localTime: { day, minutes: (asUtc.getTime() - Date.parse(`${day}T00:00:00Z`)) / 60_000 } };
}

function valuesOf(
  args: readonly string[],
  options: Readonly<Record<string, typeof text | typeof flag>>,
): Values | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options, allowPositionals: false });
    return Object.values(values).includes('') ? undefined : { ...values };
  } catch {
    return undefined;
  }
}
