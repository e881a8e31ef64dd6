/** The planned steps of a stay: each with its person, its time, and the time of its recording. */
import type { CareDetails } from 'language/contract/entities';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import type { DischargeStatus, PhysicianAnswer, Response, Severity } from 'language/domain/values/codes';
import type { PlannedDecision, PlannedHome } from './demo-home.ts';
import type { PlannedValue } from './demo-values.ts';
import type { Times } from './hospital-clock.ts';

export interface PlannedEntry {
  /** The labels of the catalogue. */
  readonly errType: string;
  readonly trade: string;
  readonly errNote: string;
  readonly errRes: Response | null;
  readonly errSeverity: Severity | null;
  readonly followUpDate: CalendarDate | null;
}
export type Action =
  | {
      readonly do: 'review';
      readonly review: number;
      readonly reviewDate: CalendarDate;
      readonly clinicalNote: string;
      readonly entries: readonly PlannedEntry[];
    }
  | { readonly do: 'head'; readonly review: number; readonly reviewDate: CalendarDate; readonly clinicalNote: string }
  | {
      readonly do: 'update';
      readonly review: number;
      readonly entry: number;
      readonly to: Omit<PlannedEntry, 'followUpDate'>;
    }
  | { readonly do: 'remove'; readonly review: number; readonly entry: number }
  | { readonly do: 'followUp'; readonly review: number; readonly entry: number; readonly date: CalendarDate }
  /** A physician's own answer. `errRes`: the response that it gives. */
  | {
      readonly do: 'answer';
      readonly review: number;
      readonly entry: number;
      readonly answer: PhysicianAnswer;
      readonly text: string;
      readonly errRes: Response | null;
    }
  | { readonly do: 'rate'; readonly review: number; readonly entry: number; readonly rating: number }
  | { readonly do: 'values'; readonly takenOn: CalendarDate; readonly values: readonly PlannedValue[] }
  | { readonly do: 'note'; readonly noteDate: CalendarDate; readonly note: string }
  | {
      readonly do: 'medication';
      /** The label of the catalogue. */
      readonly trade: string;
      readonly dose: string;
      readonly route: string;
      readonly frequency: string;
      readonly startDate: CalendarDate;
    }
  /** On the finding of a sample statement in these orders. `review`: the one that takes the entry. */
  | {
      readonly do: 'decide';
      readonly statement: string;
      readonly trades: readonly string[];
      readonly decision:
        | { readonly kind: 'dismissed'; readonly reason: string }
        | { readonly kind: 'taken'; readonly review: number; readonly entry: PlannedEntry };
    }
  | { readonly do: 'stop'; readonly trade: string; readonly stopDate: CalendarDate }
  | { readonly do: 'home'; readonly medicines: readonly PlannedHome[] }
  | {
      readonly do: 'reconcile';
      readonly stage: 'admission' | 'discharge';
      readonly decisions: readonly PlannedDecision[];
    }
  | { readonly do: 'details'; readonly admissionDetails: string }
  | {
      readonly do: 'discharge';
      readonly dischargeDate: CalendarDate;
      readonly dischargeStatus: DischargeStatus;
      readonly dischargeNote: string;
    };
export type Step = Times &
  Action & {
    readonly role: 'pharmacist' | 'physician';
    /** Index among the people of the role. */
    readonly by: number;
  };
export interface PlannedAdmission {
  readonly caseId: string;
  readonly admissionDate: CalendarDate;
  readonly admissionDetails: string;
  readonly care: CareDetails;
  readonly admitted: Times & { readonly by: number };
  /** In the order in which they were recorded. */
  readonly steps: readonly Step[];
}
