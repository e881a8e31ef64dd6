/** Room, bed, consultant and working diagnosis of an admission (docs/product.md, "Care details"). */
import * as z from 'zod';
import { limits } from '../values/codes.ts';
import { SingleLine } from '../values/fields.ts';

/** One line each; empty where it is not known. */
export interface CareDetails {
  readonly room: string;
  readonly bed: string;
  readonly consultant: string;
  readonly workingDiagnosis: string;
}

export const noCareDetails: CareDetails = { room: '', bed: '', consultant: '', workingDiagnosis: '' };

/** As the events store them. Absent: unchanged, and empty at the admission; events before them have none. */
export const storedCareDetails = {
  room: z.string().optional(),
  bed: z.string().optional(),
  consultant: z.string().optional(),
  workingDiagnosis: z.string().optional(),
};

/** As a command takes them. Absent: unchanged, and empty at the admission. */
export const givenCareDetails = {
  room: SingleLine(limits.place).optional(),
  bed: SingleLine(limits.place).optional(),
  consultant: SingleLine(limits.name).optional(),
  workingDiagnosis: SingleLine(limits.title).optional(),
};

/** Absent or undefined: not given. */
export type GivenCareDetails = { readonly [field in keyof CareDetails]?: string | undefined };

const fields = ['room', 'bed', 'consultant', 'workingDiagnosis'] as const;

/** The values that are given. */
export const givenIn = (given: GivenCareDetails): Partial<CareDetails> =>
  Object.fromEntries(fields.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])));

export const careDetailsOf = ({ room, bed, consultant, workingDiagnosis }: CareDetails): CareDetails => ({
  room,
  bed,
  consultant,
  workingDiagnosis,
});

/** The values that are given and differ. */
export const changedCareDetails = (before: CareDetails, given: GivenCareDetails): Partial<CareDetails> =>
  givenIn(
    Object.fromEntries(fields.filter((field) => given[field] !== before[field]).map((field) => [field, given[field]])),
  );
