/**
 * What can be recorded on `access-<team>-<month>`: who looked at what, or took it out of the house (architecture,
 * "Streams"). Ids and counts only, no name and no text: who and when stand in the metadata. Nothing is decided here, so
 * the folder has no state.
 */
import * as z from 'zod';
import { CalendarDate } from '../values/calendar-date.ts';
import { reportTypes } from '../values/codes.ts';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';

export const ReportCode = z.literal(reportTypes.map(({ code }) => code));
const Count = z.int().min(0);
/** Without the recurrent admissions', which are of all time. */
const period = { startDate: CalendarDate.exactOptional(), endDate: CalendarDate.exactOptional() };

/** Whose history: the team's own, everything of the team, or the one that is named. */
export const PastOf = z.enum(['admission', 'patient', 'team', 'drug', 'everything']);
const past = { of: PastOf, admissionId: Id.exactOptional(), patientId: Id.exactOptional(), drugId: Id.exactOptional() };

export const accessEvents = {
  /** Anything of an admission was read: its head, reviews, notes, medications, images. */
  ChartOpened: z.object({ admissionId: Id, patientId: Id }),
  PatientOpened: z.object({ patientId: Id }),
  /**
   * The searches of one minute are one access, as typing a name makes several; `found` is of the last of them. What was
   * looked for is nowhere.
   */
  PatientsSearched: z.object({ searches: Count, found: Count }),
  /** Who lies in, the ward board, the handover: `found` are the rows of all its pages. */
  PatientsListed: z.object({ list: z.enum(['inpatients', 'ward', 'handover']), found: Count }),
  /** One that names patients: the collected report, the recurrent admissions. */
  ReportRead: z.object({ report: ReportCode, ...period }),
  ReviewsExported: z.object({ startDate: CalendarDate, endDate: CalendarDate }),
  ReviewPrinted: z.object({ admissionId: Id, patientId: Id, reviewId: Id }),
  ReportPrinted: z.object({ report: ReportCode, ...period }),
  /** So many reviews went to the external chat assistant (decisions, trap 7). */
  ChatAsked: z.object({ admissionId: Id, patientId: Id, reviews: Count }),
  /**
   * The auditor's search among the changes of medication errors; of one that finds very many, `found` is as far as it
   * was counted.
   */
  ErrorsSearched: z.object({ found: Count, ...period }),
  ErrorsExported: z.object({ format: z.enum(['csv', 'ndjson']), ...period }),
  /** A team's or a drug's: whoever reads those of a chart or a patient has opened it. */
  HistoryRead: z.object(past),
  HistoryVerified: z.object(past),
  HistoryExported: z.object(past),
};
export type AccessEvent = EventsOf<typeof accessEvents>;
export type AccessKind = AccessEvent['type'];
export const accessKinds = Object.keys(accessEvents) as readonly AccessKind[];

/** @param month `YYYY-MM`, in the hospital's time zone */
export const accessStream = (teamId: string, month: string): string => `${accessesOf(teamId)}${month}`;
/** What the names of a team's access streams begin with. */
export const accessesOf = (teamId: string): string => `access-${teamId}-`;
