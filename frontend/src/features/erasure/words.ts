/** The words of an erasure that several of its parts show. */
import type { ErasureCounts, ErasureRequest } from 'language/contract/erasures';
import { translate } from '../../platform/language/language.ts';

const categories = {
  wish: 'erasure.category.wish',
  mistake: 'erasure.category.mistake',
  order: 'erasure.category.order',
  other: 'erasure.category.other',
} as const;

/** Call while rendering. */
export const categoryLabel = (category: ErasureRequest['category']): string => translate(categories[category]);

const counted = {
  admissions: 'erasure.count.admissions',
  reviews: 'erasure.count.reviews',
  entries: 'erasure.count.entries',
  notes: 'erasure.count.notes',
  medications: 'erasure.count.medications',
  measurements: 'erasure.count.measurements',
  homeMedications: 'erasure.count.homeMedications',
  imageGroups: 'erasure.count.imageGroups',
  images: 'erasure.count.images',
} as const satisfies Partial<Record<keyof ErasureCounts, string>>;

/** The things that go, in the order of the chart. Call while rendering. */
export const countLines = (goes: ErasureCounts): { key: string; label: string; count: number }[] =>
  (Object.keys(counted) as (keyof typeof counted)[]).map((key) => ({
    key,
    label: translate(counted[key]),
    count: goes[key],
  }));
