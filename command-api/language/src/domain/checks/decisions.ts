/** Decisions on findings, and the findings that are open after them. */
import type { CalendarDate } from '../values/calendar-date.ts';
import type { Finding } from './finding.ts';

export type Decision = {
  readonly key: string;
  readonly fingerprint: string;
  /** Instant, ISO 8601. */
  readonly at: string;
  /** The id of a person. */
  readonly by: string;
} & (
  | { readonly kind: 'taken' }
  | { readonly kind: 'deferred'; readonly until: CalendarDate }
  | { readonly kind: 'dismissed'; readonly reason: string }
);

type Identity = Pick<Finding, 'key' | 'fingerprint'>;
const identityOf = ({ key, fingerprint }: Identity): string => `${key} ${fingerprint}`;

/**
 * The findings without those that are decided as they are now. A finding that changes and changes back stays decided: a
 * value that swings around a step asks no one twice.
 * @param decisions in the order in which they were made: the last one on a finding counts
 * @param day a deferred finding is shown again from its day on
 */
export function openFindings<Shown extends Identity>(
  findings: readonly Shown[],
  decisions: readonly Decision[],
  day: CalendarDate,
): Shown[] {
  const latest = new Map(decisions.map((decision) => [identityOf(decision), decision]));
  return findings.filter((finding) => {
    const decision = latest.get(identityOf(finding));
    return decision === undefined || (decision.kind === 'deferred' && decision.until <= day);
  });
}

const DECIDED_MIN = 10;
const USEFUL_PERCENT_MIN = 40;
const NOISE_PERCENT_MIN = 10;

/**
 * The use of a statement, by its share of findings that were taken over. Deferred and undecided ones do not
 * count. The thresholds are conventions of this product.
 */
export function noiseOf({ taken, dismissed }: { readonly taken: number; readonly dismissed: number }) {
  const decided = taken + dismissed;
  if (decided < DECIDED_MIN || taken * 100 >= USEFUL_PERCENT_MIN * decided) return 'useful';
  return taken * 100 < NOISE_PERCENT_MIN * decided ? 'off' : 'noise';
}
