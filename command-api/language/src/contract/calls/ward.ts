/** The calls of handover, the ward board and drug use. */
import type { DrugUsePage } from '../drug-use.ts';
import type { PendingPage, WardBoard } from '../handover.ts';
import type { NewestValues } from '../measurements.ts';
import { call, type Query } from './call.ts';

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
/** The ward board: everybody who lies in, whether they were reviewed today, and what waits for a response */
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
