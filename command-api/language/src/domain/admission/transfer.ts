/**
 * The transfer of an admission to another team, as its state: the open offer, the ended ones, and the stays in earlier
 * teams (docs/decisions/write-side/transfers.md).
 */
import type { CalendarDate } from '../values/calendar-date.ts';
import type { Recorded } from '../command.ts';
import type { AdmissionEvent } from './events.ts';

export interface TransferOffer {
  readonly offerId: string;
  readonly toTeamId: string;
  /** The team's name when the offer was made. */
  readonly toTeamName: string;
  readonly note: string;
  readonly offeredBy: string;
  /** ISO 8601 UTC. */
  readonly offeredAt: string;
}

export interface EndedOffer {
  readonly offerId: string;
  readonly toTeamId: string;
  readonly outcome: 'withdrawn' | 'declined' | 'accepted';
}

/** The answer to the newest offer, until there is another one. */
export interface DeclinedOffer {
  readonly toTeamName: string;
  readonly reason: string;
  /** ISO 8601 UTC. */
  readonly declinedAt: string;
}

/** A stay in a team that has ended by a transfer. */
export interface EarlierStay {
  readonly teamId: string;
  /** The first day in the next team. */
  readonly transferDate: CalendarDate;
  /** ISO 8601 UTC. */
  readonly acceptedAt: string;
}

export interface Transfers {
  readonly offer: TransferOffer | undefined;
  readonly declined: DeclinedOffer | undefined;
  /** In the order in which they ended. */
  readonly endedOffers: readonly EndedOffer[];
  /** In the order of the transfers. */
  readonly earlierStays: readonly EarlierStay[];
}

export const noTransfers: Transfers = { offer: undefined, declined: undefined, endedOffers: [], earlierStays: [] };

type TransferEvent = Recorded<
  Extract<AdmissionEvent, { type: 'TransferOffered' | 'TransferWithdrawn' | 'TransferDeclined' | 'TransferAccepted' }>
>;

export function evolveTransfers(before: Transfers & { readonly teamId: string }, event: TransferEvent): Transfers {
  const { endedOffers, earlierStays } = before;
  const ended = (outcome: EndedOffer['outcome']): Transfers => ({
    offer: undefined,
    declined: undefined,
    endedOffers: [...endedOffers, { offerId: event.data.offerId, toTeamId: event.data.toTeamId, outcome }],
    earlierStays,
  });
  switch (event.type) {
    case 'TransferOffered':
      return {
        endedOffers,
        earlierStays,
        declined: undefined,
        offer: { ...event.data, offeredBy: event.metadata.actorId, offeredAt: event.metadata.occurredAt },
      };
    case 'TransferWithdrawn':
      return ended('withdrawn');
    case 'TransferDeclined':
      return {
        ...ended('declined'),
        declined: {
          toTeamName: before.offer?.toTeamName ?? '',
          reason: event.data.reason,
          declinedAt: event.metadata.occurredAt,
        },
      };
    case 'TransferAccepted':
      return {
        ...ended('accepted'),
        earlierStays: [
          ...earlierStays,
          {
            teamId: before.teamId,
            transferDate: event.data.transferDate,
            acceptedAt: event.metadata.occurredAt,
          },
        ],
      };
    default:
      return event satisfies never;
  }
}

/** The team that an offer was made to, also of an ended offer. */
export const receiverOf = ({ offer, endedOffers }: Transfers, offerId: string): string | undefined =>
  [...(offer ? [offer] : []), ...endedOffers].find((one) => one.offerId === offerId)?.toTeamId;

/** The day on which the stay in the present team began: of the last transfer, or of the admission. */
export const stayBegan = ({
  earlierStays,
  admissionDate,
}: Transfers & { readonly admissionDate: CalendarDate }): CalendarDate =>
  earlierStays.at(-1)?.transferDate ?? admissionDate;
