/** The reasons of an inpatient's priority, in words. */
import type { GivenReason } from 'language/domain/priority/score';
import { formatList } from '../platform/language/format.ts';
import { translate } from '../platform/language/language.ts';

/** The reasons that a list shows before a person asks for all. */
export const SHOWN_REASONS = 3;

const SHORT_NAMES = 2;

/**
 * Such as `3 days without a review`, `High-alert: Heparin, Potassium chloride`.
 * @param isShort in a line of reasons: of many medicines the first ones, and how many more
 */
export function reasonText({ reason, count, names }: GivenReason, isShort = false): string {
  const left = names.length - SHORT_NAMES;
  const shown = isShort && left > 0 ? names.slice(0, SHORT_NAMES) : names;
  const text = formatList(shown);
  return translate(`priority.given.${reason}`, {
    count,
    names: shown === names ? text : translate('priority.namesCut', { names: text, count: left }),
  });
}

/** The reasons that a list shows at first, in one line. */
export const shortReasons = (reasons: readonly GivenReason[]): string[] =>
  reasons.slice(0, SHOWN_REASONS).map((one) => reasonText(one, true));
