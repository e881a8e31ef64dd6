/** The calls of handover, the ward board and drug use. */
import type { DrugUsePage } from '../drug-use.ts';
import type { DeferPatient, MarkReviewLevel } from '../bodies/admissions.ts';
import type { Answer } from '../entities.ts';
import type { AskedCount, AskedPage, MarkedPatient, PendingPage, WardBoard } from '../handover.ts';
import type { NewestValues } from '../measurements.ts';
import { call, type Body, type Nothing, type Query } from './call.ts';

/**
 * Errors without a response, overdue follow-ups first, then the oldest, 20 a page: of open admissions unless
 * `discharged=1`; `mine=1`, `overdue=1`, `severity` (that one or a graver) and `drug` (part of a trade name or
 * substance) narrow it down
 */
export const listPendingEntries = call<
  'members of the team',
  PendingPage,
  Query<'mine' | 'of' | 'severity' | 'overdue' | 'drug' | 'discharged' | 'pageNumber'>
>()('GET', '/api/handover/:teamId');
/**
 * The errors without a response that are asked of the caller, in every team where they are a physician: severe ones
 * first, then those that wait longest, 20 a page, of open admissions
 */
export const listAsked = call<'the person themself', AskedPage, Query<'pageNumber'>>()('GET', '/api/users/me/asked');
/** The number of errors without a response that are asked of the caller. It shows none of them, so it is no access to data */
export const countAsked = call<'the person themself', AskedCount>()('GET', '/api/users/me/asked/count');
/**
 * The ward board: everybody who lies in, whether they were reviewed today, what waits for a response, and the priority with
 * its reasons; the team's table of points and its views
 */
export const getWardBoard = call<'members of the team', WardBoard>()('GET', '/api/ward/:teamId');
/** The newest measured value of each kind of the header, of all inpatients: for the lists */
export const listNewestValues = call<'members of the team', NewestValues>()('GET', '/api/ward/:teamId/values');
/**
 * Who is on a drug on the day `on` (today by default), and who had it in the month before, 20 of each a page: of one
 * trade name (`drug`), one `substance`, or the drugs with one `tag`
 */
export const listDrugUse = call<
  'members of the team',
  DrugUsePage,
  Query<'drug' | 'substance' | 'tag' | 'on' | 'pageNumber'>
>()('GET', '/api/drug-use/:teamId');
/** The same over all teams */
export const listDrugUseOfAllTeams = call<
  'the admin account',
  DrugUsePage,
  Query<'drug' | 'substance' | 'tag' | 'on' | 'pageNumber'>
>()('GET', '/api/drug-use');
/** Take a patient: on the caller's list of today */
export const takePatient = call<'clinical pharmacists of the team', Answer<MarkedPatient>, Nothing>()(
  'PUT',
  '/api/admissions/:id/taken',
);
/** Take a patient off the caller's list of today */
export const releasePatient = call<'clinical pharmacists of the team', Answer<MarkedPatient>>()(
  'DELETE',
  '/api/admissions/:id/taken',
);
/** Defer a patient until a day after today, with a reason */
export const deferPatient = call<
  'clinical pharmacists of the team',
  Answer<MarkedPatient>,
  Body<typeof DeferPatient>
>()('PUT', '/api/admissions/:id/deferral');
/** End the deferral of a patient */
export const endDeferral = call<'clinical pharmacists of the team', Answer<MarkedPatient>>()(
  'DELETE',
  '/api/admissions/:id/deferral',
);
/** Mark how thoroughly a patient is reviewed today */
export const markReviewLevel = call<
  'clinical pharmacists of the team',
  Answer<MarkedPatient>,
  Body<typeof MarkReviewLevel>
>()('PUT', '/api/admissions/:id/reviewLevel');
/** Take back today's level of review of a patient */
export const clearReviewLevel = call<'clinical pharmacists of the team', Answer<MarkedPatient>>()(
  'DELETE',
  '/api/admissions/:id/reviewLevel',
);
