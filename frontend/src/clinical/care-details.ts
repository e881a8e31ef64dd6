/** Room, bed, consultant, working diagnosis, pregnancy and planned discharge of an admission, in words. */
import type { CareDetails } from 'language/contract/entities';
import { isMessageId, translate } from '../platform/language/language.ts';

export const noCareDetails: Readonly<Record<keyof CareDetails, string>> = {
  room: '',
  bed: '',
  consultant: '',
  workingDiagnosis: '',
  pregnancy: '',
  plannedDischarge: '',
};

/** '' where it is not known, and for one of a newer server. */
export function pregnancyLabel(pregnancy: string): string {
  const id = `care.pregnancies.${pregnancy}`;
  return pregnancy !== '' && isMessageId(id) ? translate(id) : '';
}

/** `Room 2, bed 4`; empty where neither is known. */
export function placeText({ room, bed }: Pick<CareDetails, 'room' | 'bed'>): string {
  if (room === '' && bed === '') return '';
  return translate(room === '' ? 'care.onlyBed' : bed === '' ? 'care.onlyRoom' : 'care.roomAndBed', { room, bed });
}

/** `2 / 4` for a narrow column. */
export const shortPlace = ({ room, bed }: Pick<CareDetails, 'room' | 'bed'>): string =>
  [room, bed].filter((part) => part !== '').join(' / ');

type KnownCare = 'workingDiagnosis' | 'consultant' | 'plannedDischarge';

/** The known ones of working diagnosis, consultant and planned discharge, in the order of the screens. */
export const knownCare = (care: Pick<CareDetails, KnownCare>): KnownCare[] =>
  (['workingDiagnosis', 'consultant', 'plannedDischarge'] as const).filter((name) => care[name] !== '');
