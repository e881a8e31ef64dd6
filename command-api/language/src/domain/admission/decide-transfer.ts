/**
 * The transfer of an admission to another team (docs/decisions/write-side/transfers.md). A clinical pharmacist of the
 * patient's team offers and withdraws; one of the receiving team accepts or declines. The order of checks is that of
 * `decide.ts`.
 */
import type { CalendarDate } from '../values/calendar-date.ts';
import { type Command, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, notFound, refuseUnless } from '../refusals.ts';
import { changedCareDetails } from './care-details.ts';
import type { AdmissionEvent } from './events.ts';
import { admitted } from './lookup.ts';
import type { Admission, Admitted } from './state.ts';
import { type EndedOffer, stayBegan, type TransferOffer } from './transfer.ts';

/**
 * The caller sets the id, and has checked that the team receives transfers. `hasOtherOpen`: whether the person has
 * another open admission, which the transfer would leave with a team that the patient is not in any more.
 */
export interface OfferTransfer {
  readonly offerId: string;
  readonly toTeamId: string;
  readonly toTeamName: string;
  readonly note: string;
  readonly hasOtherOpen: boolean;
}
export interface WithdrawTransfer {
  readonly offerId: string;
}
export interface DeclineTransfer {
  readonly offerId: string;
  readonly reason: string;
}
export interface AcceptTransfer {
  readonly offerId: string;
  /** The first day in the receiving team. The default is today. */
  readonly transferDate?: CalendarDate | undefined;
  /** In the receiving team; absent: not known yet. */
  readonly room?: string | undefined;
  readonly bed?: string | undefined;
  readonly hasOtherOpen: boolean;
}

/** Offers the patient of an open admission. One offer is open at a time. */
export function offerTransfer(admission: Admission, command: Command<OfferTransfer>): AdmissionEvent[] {
  const { offerId, toTeamId, toTeamName, note } = command;
  const before = admitted(admission);
  refuseUnless(command.actor.canEdit);
  if (toTeamId === before.teamId) throw invalidField('toTeam', refusal('transfer-to-own-team'));
  if (before.offer?.offerId === offerId || endedOffer(before, offerId)) return [];
  if (before.status === 'discharged') throw new Rejection(refusal('transfer-after-discharge'));
  if (before.offer) throw new Rejection(refusal('transfer-offered-already'));
  if (command.hasOtherOpen) throw new Rejection(refusal('transfer-of-two-open'));
  return [{ type: 'TransferOffered', data: { offerId, toTeamId, toTeamName, note } }];
}

export function withdrawTransfer(admission: Admission, command: Command<WithdrawTransfer>): AdmissionEvent[] {
  const before = admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { offerId } = command;
  // A second withdrawal has nothing to do.
  if (endedOffer(before, offerId)?.outcome === 'withdrawn') return [];
  return [withdrawn(openOffer(before, offerId))];
}

/** The actor's rights are those in the receiving team. */
export function declineTransfer(admission: Admission, command: Command<DeclineTransfer>): AdmissionEvent[] {
  const { offerId, reason } = command;
  const before = admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { toTeamId } = openOffer(before, offerId);
  return [{ type: 'TransferDeclined', data: { offerId, toTeamId, reason } }];
}

/** The actor's rights are those in the receiving team. `PatientTransferred` on the patient's stream follows. */
export function acceptTransfer(admission: Admission, command: Command<AcceptTransfer>): AdmissionEvent[] {
  const { offerId, transferDate = command.today, room = '', bed = '' } = command;
  const before = admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { toTeamId } = openOffer(before, offerId);
  if (before.status === 'discharged') throw new Rejection(refusal('transfer-after-discharge'));
  if (command.hasOtherOpen) throw new Rejection(refusal('transfer-of-two-open'));
  if (transferDate > command.today) throw invalidField('transferDate', refusal('transfer-in-future'));
  const began = stayBegan(before);
  if (transferDate < began) throw invalidField('transferDate', refusal('transfer-before-stay', { date: began }));
  // Those of the ward that the patient leaves would be another patient's in the new one.
  const place = changedCareDetails(before, { room, bed });
  return [{ type: 'TransferAccepted', data: { offerId, fromTeamId: before.teamId, toTeamId, transferDate, ...place } }];
}

/** A discharge and a deletion end the open offer. */
export const endOfOffer = ({ offer }: Admitted): AdmissionEvent[] => (offer ? [withdrawn(offer)] : []);

/**
 * An ended offer has no second answer, in the same way either: the chart may be elsewhere by now.
 * @throws Rejection `notFound`, `conflict` where it has ended
 */
function openOffer(before: Admitted, offerId: string): TransferOffer {
  if (before.offer?.offerId === offerId) return before.offer;
  throw endedOffer(before, offerId) ? new Rejection(refusal('transfer-offer-ended')) : notFound();
}

const endedOffer = ({ endedOffers }: Admitted, offerId: string): EndedOffer | undefined =>
  endedOffers.find((one) => one.offerId === offerId);

const withdrawn = ({ offerId, toTeamId }: TransferOffer): AdmissionEvent => ({
  type: 'TransferWithdrawn',
  data: { offerId, toTeamId },
});
