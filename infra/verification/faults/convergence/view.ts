/** The data of an admission that a browser shows. */
import type { AdmissionDetails, AdmissionMedication, PhysicianNote, Review } from 'language/contract/entities';
import type { Changed } from 'language/contract/live';

/** A part is undefined where the server answers 404. */
export interface View {
  details: AdmissionDetails | undefined;
  reviews: Review[] | undefined;
  notes: PhysicianNote[] | undefined;
  medications: AdmissionMedication[] | undefined;
}
export type Part = keyof View;
export const parts = ['details', 'reviews', 'notes', 'medications'] as const satisfies readonly Part[];

export const pathOf = (part: Part, admission: string): string =>
  ({
    details: `/api/admissions/${admission}/details`,
    reviews: `/api/reviews/listAdmissionReviews/${admission}`,
    notes: `/api/physicNotes/listAdmNotes/${admission}`,
    medications: `/api/admissions/${admission}/medications`,
  })[part];

const partOf: Readonly<Record<string, Part>> = {
  review: 'reviews',
  entry: 'reviews',
  note: 'notes',
  medication: 'medications',
};

/** The parts that a live note invalidates. The tag of the admission alone invalidates all of them. */
export function partsTouchedBy({ stream, touched }: Pick<Changed, 'stream' | 'touched'>): readonly Part[] {
  const [tag, ...others] = touched;
  if (others.length === 0 && tag === stream.replace('-', ':')) return parts;
  return [...new Set(touched.map((one) => partOf[one.slice(0, one.indexOf(':'))] ?? 'details'))];
}

/** Undefined where the note names no review. */
export function reviewsTouchedBy({ touched }: Pick<Changed, 'touched'>): readonly string[] | undefined {
  const ids = touched.filter((tag) => tag.startsWith('review:')).map((tag) => tag.slice('review:'.length));
  return ids.length > 0 ? ids : undefined;
}
