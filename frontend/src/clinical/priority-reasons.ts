/** The reasons of an inpatient's priority, in words. */
import type { GivenReason } from 'language/domain/priority/score';
import { formatList } from '../platform/language/format.ts';
import { translate } from '../platform/language/language.ts';

/** The reasons that a list shows before a person asks for all. */
export const SHOWN_REASONS = 3;

/** Such as `3 days without a review`, `High-alert: Heparin, Potassium chloride`. */
export const reasonText = ({ reason, count, names }: GivenReason): string =>
  translate(`priority.given.${reason}`, { count, names: formatList(names) });
