/** The calls of transfers to another team. */
import type { AcceptTransfer, DeclineTransfer, OfferTransfer, WithdrawTransfer } from '../bodies/admissions.ts';
import type { Admission, Answer } from '../entities.ts';
import type { IncomingTransfers, ReceivingTeams, TransferAnswer, TransferredStays } from '../transfers.ts';
import { call, type Body, type Query } from './call.ts';

/** The other teams that receive transfers, by name */
export const listReceivingTeams = call<'members of the team', ReceivingTeams>()('GET', '/api/transfers/:teamId/teams');
/** The patients who are offered to the team, with what is needed to answer */
export const listIncomingTransfers = call<'members of the team', IncomingTransfers>()(
  'GET',
  '/api/transfers/:teamId/incoming',
);
/**
 * The stays in the team that ended by a transfer, newest first, 20 a page; the chart is read by `GET
 * /api/history/admissions/{admission}?at={revision}`
 */
export const listTransferredStays = call<'members of the team', TransferredStays, Query<'pageNumber'>>()(
  'GET',
  '/api/transfers/:teamId/transferred',
);
/** Offer an open admission to a team that receives transfers */
export const offerTransfer = call<'clinical pharmacists of the team', Answer<Admission>, Body<typeof OfferTransfer>>()(
  'POST',
  '/api/admissions/:id/transfer',
);
/** Take the open offer back */
export const withdrawTransfer = call<
  'clinical pharmacists of the team',
  Answer<Admission>,
  Body<typeof WithdrawTransfer>
>()('PUT', '/api/admissions/:id/transfer/withdraw');
/** Decline an offer */
export const declineTransfer = call<
  'clinical pharmacists of the team',
  Answer<TransferAnswer>,
  Body<typeof DeclineTransfer>
>()('PUT', '/api/admissions/:id/transfer/decline');
/**
 * Accept an offer: patient and admission belong to the receiving team from here on, and `transferDate` (today unless
 * another day is said) is the first day there, in `room` and `bed` where they are known
 */
export const acceptTransfer = call<
  'clinical pharmacists of the team',
  Answer<TransferAnswer>,
  Body<typeof AcceptTransfer>
>()('PUT', '/api/admissions/:id/transfer/accept');
