/** The reference ranges of the hospital's laboratory, from a data file that replaces the samples of the product. */
import { readFileSync } from 'node:fs';
import { isMeasurementKind } from 'language/domain/admission/measured-values';
import { measurementKinds } from 'language/domain/measurements/kinds';
import type { ReferenceRange } from 'language/domain/measurements/reference-ranges';
import { unitOf } from 'language/domain/measurements/units';
import { SettingsError } from 'service-kit/process/settings';
import * as z from 'zod';

/** Every page reads them. */
const RANGES_MAX = 500;
const kinds = Object.keys(measurementKinds).join(', ');

const Days = z.int('must be whole days').min(0, 'must not be negative');
const Range = z
  .strictObject({
    kind: z.string().refine(isMeasurementKind, `must be one of ${kinds}`),
    unit: z.string(),
    low: z.number('must be a number').optional(),
    high: z.number('must be a number').optional(),
    sex: z.enum(['female', 'male'], 'must be "female" or "male", or left out').optional(),
    fromAgeDays: Days.optional(),
    toAgeDays: Days.optional(),
  })
  .transform(({ kind, unit, low, high, sex, fromAgeDays, toAgeDays }, context): ReferenceRange => {
    const code = unitOf(kind, unit);
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (code === undefined) refuse('unit', `must be one of ${measurementKinds[kind].units.join(', ')}`);
    if (low === undefined && high === undefined) refuse('low', 'is needed, or "high"');
    if (low !== undefined && high !== undefined && low >= high) refuse('low', 'must be less than "high"');
    if (fromAgeDays !== undefined && toAgeDays !== undefined && fromAgeDays >= toAgeDays)
      refuse('fromAgeDays', 'must be less than "toAgeDays"');
    return {
      kind,
      unit: code ?? measurementKinds[kind].units[0],
      ...(low === undefined ? {} : { low }),
      ...(high === undefined ? {} : { high }),
      ...(sex === undefined ? {} : { sex }),
      ...(fromAgeDays === undefined ? {} : { fromAgeDays }),
      ...(toAgeDays === undefined ? {} : { toAgeDays }),
    };
  });
const File = z.array(Range, 'must be a list of ranges').max(RANGES_MAX, `has more than ${RANGES_MAX} ranges`);

/**
 * @returns undefined without a file
 * @throws SettingsError that names what is wrong with it
 */
export function readReferenceRanges(path: string | undefined): readonly ReferenceRange[] | undefined {
  if (path === undefined) return undefined;
  const read = lookIn(path);
  if ('ranges' in read) return read.ranges;
  throw new SettingsError(read.mistakes.join('\n'));
}

/** The mistakes in the file, a sentence each. */
export function referenceRangeMistakes(path: string | undefined): readonly string[] {
  const read = path === undefined ? { ranges: [] } : lookIn(path);
  return 'ranges' in read ? [] : read.mistakes;
}

function lookIn(path: string): { ranges: readonly ReferenceRange[] } | { mistakes: readonly string[] } {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { mistakes: [`REFERENCE_RANGES: ${path} cannot be read: ${why}`] };
  }
  const read = File.safeParse(content);
  if (read.success) return { ranges: read.data };
  return {
    mistakes: read.error.issues.map((issue) => {
      const where = issue.path.length === 0 ? '' : `${issue.path.join('.')} `;
      return `REFERENCE_RANGES: ${path}: ${where}${issue.message}.`;
    }),
  };
}
