/** Where the texts that are not saved belong, by the keys of their drafts on this device. */
import { paths } from '../../platform/paths.ts';

export interface DraftPlace {
  what: 'chart' | 'patient' | 'newPatient' | 'team';
  to: string;
  count: number;
}

/** @returns undefined for a draft whose place is no screen of a patient or team */
function placeOf(key: string): Omit<DraftPlace, 'count'> | undefined {
  const [kind = '', id = '', team = ''] = key.split('/');
  if (id === '') return undefined;
  switch (kind) {
    case 'admission':
    case 'stay':
    case 'transfer':
    case 'chat':
    case 'home':
    case 'reconcile':
      return { what: 'chart', to: paths.admission.href(id) };
    case 'allergy':
    case 'erasure':
    case 'patient':
      return id === 'new'
        ? { what: 'newPatient', to: paths.patients.href(team) }
        : { what: 'patient', to: paths.patient.href(id) };
    case 'team':
      return id === 'new' ? undefined : { what: 'team', to: paths.teamAdmin.href(id) };
    default:
      return undefined;
  }
}

/** One line for each place. @param keys the keys of the drafts of a person (`platform/storage/draft-storage.ts`) */
export function draftPlaces(keys: readonly string[]): DraftPlace[] {
  const places = new Map<string, DraftPlace>();
  for (const key of keys) {
    const place = placeOf(key);
    if (place) places.set(place.to, { ...place, count: (places.get(place.to)?.count ?? 0) + 1 });
  }
  return [...places.values()];
}
