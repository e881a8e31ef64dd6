/**
 * The mapping of a hospital: its wards to teams, its codes to kinds of measurements. It is a file (`HL7_MAP`), which is read
 * again when it changes. What it does not name is parked, never guessed.
 */
import { isMeasurementKind } from 'language/domain/admission/measured-values';
import { DischargeStatusCode } from 'language/domain/admission/events';
import type { MeasurementKind } from 'language/domain/measurements/kinds';
import type { DischargeStatus } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import { type FollowedFile, followFile } from 'service-kit/process/followed-file';
import * as z from 'zod';
import { laboratoryCodes, nitrogenCodes } from 'language/domain/measurements/loinc';

const Kind = z.custom<MeasurementKind>((kind) => typeof kind === 'string' && isMeasurementKind(kind), {
  error: 'is no kind of measurement',
});

const Result = z.strictObject({
  kind: Kind,
  unit: z.string().optional(),
  units: z.record(z.string(), z.string()).optional(),
});
export type MappedResult = z.output<typeof Result>;

const Mapping = z.strictObject({
  /** The first that fits a location counts. Without `room` or `facility` it is the whole ward. `team: null`: not ours. */
  teams: z.array(
    z.strictObject({
      pointOfCare: z.string().min(1),
      room: z.string().min(1).optional(),
      facility: z.string().min(1).optional(),
      team: Id.nullable(),
    }),
  ),
  /** Which of several identifiers of PID-3 is the record number: by its type (CX.5) and authority (CX.4). */
  recordNumber: z.strictObject({ type: z.string().default('MR'), authority: z.string().optional() }).prefault({}),
  /** The classes of PV1-2 whose patients are inpatients. */
  inpatientClasses: z.array(z.string()).default(['I']),
  /**
   * By the code of OBX-3. `null`: not charted here. `unit` is that of values without OBX-6; `units` are the names of
   * units that mean another one in this result.
   */
  results: z.record(z.string(), Result.nullable()).default({}),
  /** Units of the laboratory that the product does not know by that name. */
  units: z.record(z.string(), z.string()).default({}),
  /** Results with a code that is not in the mapping. */
  otherResults: z.enum(['park', 'ignore']).default('park'),
  /** Results of people without a stay in a mapped team. */
  resultsOfOthers: z.enum(['park', 'ignore']).default('park'),
  /** By the code of PV1-36. */
  dischargeStatus: z.record(z.string(), DischargeStatusCode).default({}),
});
type MappingFile = z.output<typeof Mapping>;

export interface Mapping extends MappingFile {
  /** The teams that the interface may write to. */
  readonly teamIds: ReadonlySet<string>;
}

export const mappingOf = (file: unknown): Mapping => {
  const read = Mapping.parse(file);
  return { ...read, teamIds: new Set(read.teams.flatMap(({ team }) => team ?? [])) };
};

export interface Location {
  readonly pointOfCare: string;
  readonly room: string;
  readonly facility: string;
}

/** @returns the team; null for a ward that is not ours; undefined for one that is not in the mapping */
export const teamAt = ({ teams }: Mapping, { pointOfCare, room, facility }: Location): string | null | undefined =>
  teams.find(
    (one) =>
      one.pointOfCare === pointOfCare &&
      (one.room === undefined || one.room === room) &&
      (one.facility === undefined || one.facility === facility),
  )?.team;

const NITROGEN = { 'mg/dL': 'mg{N}/dL' };

/** @returns null for a result that is not charted; undefined for codes that are not in the mapping */
export function resultAt({ results }: Mapping, codes: readonly string[]): MappedResult | null | undefined {
  for (const code of codes) {
    if (Object.hasOwn(results, code)) return results[code];
    const kind = laboratoryCodes.get(code);
    if (kind) return { kind, ...(nitrogenCodes.has(code) ? { units: NITROGEN } : {}) };
  }
  return undefined;
}

/** HL7 table 0112, as far as it says how a stay ended. Any other code is "Other". */
const dischargeCodes: Readonly<Record<string, DischargeStatus>> = {
  '02': 3,
  '03': 1,
  '04': 1,
  '05': 3,
  '07': 4,
  '20': 5,
  '40': 5,
  '41': 5,
  '42': 5,
};
const OTHER: DischargeStatus = 6;

export const dischargeStatusAt = ({ dischargeStatus }: Mapping, code: string): DischargeStatus =>
  dischargeStatus[code] ?? dischargeCodes[code] ?? OTHER;

export type MappingSource = FollowedFile<Mapping>;

/** @throws the mistake of a file that cannot be read at the start */
export async function followMapping(path: string): Promise<MappingSource> {
  const file = followFile(path, mappingOf);
  await file.current().catch(({ message }: Error) => {
    throw new Error(`HL7_MAP: ${message}`);
  });
  return file;
}
