/**
 * The rules for the answers of a team's physicians: its reasons for a refusal, the time for corrections, when a person is
 * reminded (docs/product.md, "The physician's answer").
 */
import type { Severity } from '../values/codes.ts';

/** Severities that have the same clock. `ungraded`: an error without a severity. */
export const severityGroups = ['AB', 'CD', 'EF', 'GI', 'ungraded'] as const;
export type SeverityGroup = (typeof severityGroups)[number];

/** Minutes since the entry was asked; null: never. */
export interface Reminders {
  /** The person whom it is asked of is reminded. */
  readonly remindAfterMinutes: number | null;
  /** The team's other physicians are. */
  readonly nextAfterMinutes: number | null;
  /** The team's admin is. */
  readonly adminAfterMinutes: number | null;
}
export interface AnswerRules {
  readonly refusalReasons: readonly string[];
  /** The minutes in which a new answer of the same physician is a correction. */
  readonly changeMinutes: number;
  readonly ladder: Readonly<Record<SeverityGroup, Reminders>>;
  /** HH:MM; both empty: no quiet hours. */
  readonly quietFrom: string;
  readonly quietUntil: string;
  /** True if reports may compare physicians by name. */
  readonly ranksPhysicians: boolean;
}

const HOUR = 60;
const never: Reminders = { remindAfterMinutes: null, nextAfterMinutes: null, adminAfterMinutes: null };
const reminders = (remind: number, next: number, admin: number): Reminders => ({
  remindAfterMinutes: remind,
  nextAfterMinutes: next,
  adminAfterMinutes: admin,
});
/** Until the team sets its own. */
export const firstAnswerRules: AnswerRules = {
  refusalReasons: [],
  changeMinutes: 15,
  ladder: {
    AB: never,
    CD: reminders(24 * HOUR, 48 * HOUR, 72 * HOUR),
    EF: reminders(4 * HOUR, 8 * HOUR, 24 * HOUR),
    GI: reminders(30, HOUR, 2 * HOUR),
    ungraded: reminders(24 * HOUR, 48 * HOUR, 72 * HOUR),
  },
  quietFrom: '22:00',
  quietUntil: '07:00',
  ranksPhysicians: false,
};

const groupOf: Readonly<Record<Severity, SeverityGroup>> = {
  A: 'AB',
  B: 'AB',
  C: 'CD',
  D: 'CD',
  E: 'EF',
  F: 'EF',
  G: 'GI',
  H: 'GI',
  I: 'GI',
};
export const severityGroupOf = (severity: Severity | null): SeverityGroup =>
  severity === null ? 'ungraded' : groupOf[severity];

/** Each step that is there comes after those before it. */
export function areInOrder({ remindAfterMinutes, nextAfterMinutes, adminAfterMinutes }: Reminders): boolean {
  const steps = [remindAfterMinutes, nextAfterMinutes, adminAfterMinutes].filter((step) => step !== null);
  return steps.every((step, index) => index === 0 || step > (steps[index - 1] ?? 0));
}
