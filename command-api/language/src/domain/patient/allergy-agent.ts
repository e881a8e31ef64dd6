/** The agent of an allergy, and the answer to the question about allergies. The browser loads this file: no zod. */
import { foldDrug } from '../values/folding.ts';
import type { Allergy } from './events.ts';

export type Agent = Pick<Allergy, 'drug' | 'drugLabel' | 'tag' | 'tagLabel' | 'agentText'>;

/** A drug of the catalogue, a class of drugs, or a text. */
export const agentName = ({ drugLabel, tagLabel, agentText }: Omit<Agent, 'drug' | 'tag'>): string =>
  drugLabel || tagLabel || agentText;

/** True for the same drug or class, and for two spellings of one name. */
export const isSameAgent = (one: Agent, other: Agent): boolean =>
  (one.drug !== '' && one.drug === other.drug) ||
  (one.tag !== '' && one.tag === other.tag) ||
  foldDrug(agentName(one)) === foldDrug(agentName(other));

/** An empty list says "none known" only where a person has asked since its last change. */
export const allergyStateOf = (listed: number, isConfirmed: boolean): AllergyState =>
  listed > 0 ? 'listed' : isConfirmed ? 'none-known' : 'not-asked';
export type AllergyState = 'listed' | 'none-known' | 'not-asked';
