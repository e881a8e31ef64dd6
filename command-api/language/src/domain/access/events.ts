/**
 * The events of `access-<team>-<month>`: who read or exported what (docs/product.md, "Access log"). Ids and counts
 * only, no names and no text; actor and time are in the metadata. Nothing is decided here, so the folder has no state.
 */
import * as z from 'zod';
import { CalendarDate } from '../values/calendar-date.ts';
import { errorExportFormats, fhirResourceTypes, reportTypes } from '../values/codes.ts';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';

export const ReportCode = z.literal(reportTypes.map(({ code }) => code));
const Count = z.int().min(0);
/** Absent for the recurrent admissions, which have no period. */
const period = { startDate: CalendarDate.exactOptional(), endDate: CalendarDate.exactOptional() };

/** The subject of a history: the named one, the team itself, or everything of the team. */
export const PastOf = z.enum(['admission', 'patient', 'team', 'drug', 'everything']);
const past = { of: PastOf, admissionId: Id.exactOptional(), patientId: Id.exactOptional(), drugId: Id.exactOptional() };

export const accessEvents = {
  /** Any part of an admission was read: its head, reviews, notes, medications, images. */
  ChartOpened: z.object({ admissionId: Id, patientId: Id }),
  PatientOpened: z.object({ patientId: Id }),
  /**
   * Searches within one minute are one access, because typing a name makes several. `found` is that of the last one.
   * The searched text is not recorded.
   */
  PatientsSearched: z.object({ searches: Count, found: Count }),
  /** The inpatients, the ward board, the handover, the transferred patients or what is asked of a physician. `found` counts the rows of all pages. */
  PatientsListed: z.object({ list: z.enum(['inpatients', 'ward', 'handover', 'transferred', 'asked']), found: Count }),
  /** A report with names of patients: the collected report, the recurrent admissions. */
  ReportRead: z.object({ report: ReportCode, ...period }),
  ReviewsExported: z.object({ startDate: CalendarDate, endDate: CalendarDate }),
  /** The figures of a report, without names of patients, as a file. */
  ReportExported: z.object({ report: ReportCode, ...period }),
  ReviewPrinted: z.object({ admissionId: Id, patientId: Id, reviewId: Id }),
  /** The discharge medication list, for the patient or for the next doctor. */
  DischargeListPrinted: z.object({ admissionId: Id, patientId: Id }),
  ReportPrinted: z.object({ report: ReportCode, ...period }),
  /** The inpatients of a team with their recommendations, on paper. `found` counts the patients. */
  RoundListPrinted: z.object({ found: Count }),
  /**
   * Who is on a drug was read, or printed. `found` counts the patients of both lists, on all pages. `drugId` is absent
   * for a class of drugs.
   */
  DrugUseListed: z.object({ found: Count, drugId: Id.exactOptional() }),
  DrugUsePrinted: z.object({ found: Count, drugId: Id.exactOptional() }),
  /** Reviews were sent to the external chat assistant (docs/product.md, "Chat assistant"). */
  ChatAsked: z.object({ admissionId: Id, patientId: Id, reviews: Count }),
  /** The auditor searched the changes of medication errors. Counting stops at a limit; then `found` is that limit. */
  ErrorsSearched: z.object({ found: Count, ...period }),
  ErrorsExported: z.object({ format: z.enum(errorExportFormats), ...period }),
  /**
   * The history of a team or a drug was read. For a chart or a patient, reading the history is
   * recorded as opening it.
   */
  HistoryRead: z.object(past),
  HistoryVerified: z.object(past),
  HistoryExported: z.object(past),
  /**
   * Another system of the hospital read by FHIR: a page of a search, or one resource. `found` counts the resources of this team.
   * The patient, where all are of one.
   */
  FhirRead: z.object({
    resource: z.enum(fhirResourceTypes),
    found: Count,
    patientId: Id.exactOptional(),
    admissionId: Id.exactOptional(),
  }),
};
export type AccessEvent = EventsOf<typeof accessEvents>;
export type AccessKind = AccessEvent['type'];
export const accessKinds = Object.keys(accessEvents) as readonly AccessKind[];

/** @param month `YYYY-MM`, in the hospital's time zone */
export const accessStream = (teamId: string, month: string): string => `${accessesOf(teamId)}${month}`;
/** The prefix of a team's access streams. */
export const accessesOf = (teamId: string): string => `access-${teamId}-`;
