/** Room, bed, consultant, working diagnosis, pregnancy and planned discharge of an admission (docs/product.md, "Care details"). */
import * as z from 'zod';
import { CalendarDate } from '../values/calendar-date.ts';
import { limits, pregnancies } from '../values/codes.ts';
import { SingleLine } from '../values/fields.ts';
import { namesOf, pick } from '../values/record-fields.ts';
import { careFields } from './care-fields.ts';

/** One line each, the pregnancy a code, the planned discharge YYYY-MM-DD; empty where it is not known. */
export type CareDetails = Readonly<Record<keyof typeof careFields, string>>;

const none: Partial<CareDetails> = {};
export const noCareDetails: CareDetails = pick(careFields, none);

/** As the events store them. Absent: unchanged, and empty at the admission; events before them have none. */
export const storedCareDetails = {
  room: z.string().optional(),
  bed: z.string().optional(),
  consultant: z.string().optional(),
  workingDiagnosis: z.string().optional(),
  pregnancy: z.string().optional(),
  plannedDischarge: z.string().optional(),
} satisfies Record<keyof CareDetails, z.ZodType>;

/** As a command takes them. Absent: unchanged, and empty at the admission. */
export const givenCareDetails = {
  room: SingleLine(limits.place).optional(),
  bed: SingleLine(limits.place).optional(),
  consultant: SingleLine(limits.name).optional(),
  workingDiagnosis: SingleLine(limits.title).optional(),
  pregnancy: z.string().pipe(z.enum(pregnancies)).optional(),
  plannedDischarge: z
    .string()
    .pipe(z.union([z.literal(''), CalendarDate]))
    .optional(),
} satisfies Record<keyof CareDetails, z.ZodType>;

/** Absent or undefined: not given. */
export type GivenCareDetails = { readonly [field in keyof CareDetails]?: string | undefined };

/** The values that are given. */
export const givenIn = (given: GivenCareDetails): Partial<CareDetails> =>
  Object.fromEntries(
    namesOf(careFields).flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])),
  );

export const careDetailsOf = (details: CareDetails): CareDetails => pick(careFields, details);

/** The values that are given and differ. */
export const changedCareDetails = (before: CareDetails, given: GivenCareDetails): Partial<CareDetails> =>
  givenIn(
    Object.fromEntries(
      namesOf(careFields)
        .filter((field) => given[field] !== before[field])
        .map((field) => [field, given[field]]),
    ),
  );
