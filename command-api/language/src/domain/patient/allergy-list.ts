/** The allergies of a patient, folded from the patient's stream (docs/product.md, "Allergies"). */
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { isSameAgent } from './allergy-agent.ts';
import type { Allergy, PatientEvent } from './events.ts';

export interface ListedAllergy extends Allergy {
  readonly touch: Touch;
}
/** That a person asked, and found the list right. */
export interface Confirmation {
  readonly by: string;
  /** The instant, ISO 8601 UTC. */
  readonly at: string;
  /** No admission was registered since. Each stay asks again. */
  readonly isOfStay: boolean;
}
export interface AllergyList {
  /** In the order of recording. */
  readonly list: readonly ListedAllergy[];
  /** The last change of the list. */
  readonly touch?: Touch;
  /** A change of the list ends it. */
  readonly confirmed?: Confirmation;
  /** The last change, where it was a removal: for the history. */
  readonly removal?: { readonly allergyId: string; readonly reason: string };
}
export const noAllergies: AllergyList = { list: [] };

type Of<Type extends PatientEvent['type']> = Extract<PatientEvent, { type: Type }>;
type AllergyEvent = Of<'AllergyRecorded' | 'AllergyCorrected' | 'AllergyRemoved' | 'AllergiesConfirmed'>;

/** An event that does not fit changes nothing. */
export function changedAllergies(allergies: AllergyList, event: Recorded<AllergyEvent>): AllergyList {
  const { list } = allergies;
  const touch = touchOf(event);
  switch (event.type) {
    case 'AllergyRecorded':
      return { list: [...list, { ...event.data.allergy, touch }], touch };
    case 'AllergyCorrected': {
      const { allergy } = event.data;
      return { list: list.map((one) => (one.allergyId === allergy.allergyId ? { ...allergy, touch } : one)), touch };
    }
    case 'AllergyRemoved':
      return { list: list.filter(({ allergyId }) => allergyId !== event.data.allergyId), touch, removal: event.data };
    case 'AllergiesConfirmed': {
      const { actorId, occurredAt } = event.metadata;
      return { ...allergies, confirmed: { by: actorId, at: occurredAt, isOfStay: true } };
    }
    default:
      return event satisfies never;
  }
}

/** A new admission asks again; what was said before stays. */
export const askedBeforeStay = ({ confirmed, ...list }: AllergyList): AllergyList =>
  confirmed ? { ...list, confirmed: { ...confirmed, isOfStay: false } } : list;

/** True if another allergy of the list has the agent. */
export const isListed = ({ list }: AllergyList, allergy: Allergy): boolean =>
  list.some((one) => one.allergyId !== allergy.allergyId && isSameAgent(one, allergy));
