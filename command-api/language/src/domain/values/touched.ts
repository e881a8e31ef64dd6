/** The kinds of things that a live note names. */
export const touchedKinds = [
  'admission',
  'patient',
  'review',
  'entry',
  'note',
  'gallery',
  'medication',
  'measurement',
  'measurements',
  'findings',
  'homeMedication',
  'reconciled',
  'ward',
  'reminded',
  'team',
  'user',
  'drug',
  'catalogue',
] as const;
export type TouchedKind = (typeof touchedKinds)[number];
/** A tag: what an event touched. */
export type Touched = `${TouchedKind}:${string}`;
