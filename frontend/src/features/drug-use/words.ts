/** Words about the use of a drug, for the screen and for paper. */
import type { DrugUse, DrugUseSubject } from 'language/contract/drug-use';
import { formatList } from '../../platform/language/format.ts';
import { translate } from '../../platform/language/language.ts';
import { formatDate } from '../../platform/time/dates.ts';

/** Such as `Warfarin (substance)`. */
export const subjectName = ({ kind, label }: DrugUseSubject): string =>
  kind === 'drug' ? label : translate(kind === 'tag' ? 'drugUse.ofTag' : 'drugUse.ofSubstance', { label });

/** The text about the teams that the list leaves out; empty if it leaves out none. */
export const closedTeamsText = (teams: readonly string[] = []): string =>
  teams.length === 0 ? '' : translate('drugUse.closedTeams', { count: teams.length, teams: formatList(teams) });

/** Such as `5 mg · PO · twice daily`; empty for a review. */
export const doseOf = ({ dose, route, frequency }: DrugUse): string =>
  [dose, route, frequency].filter(Boolean).join(' · ');

/** The place where the use is written, and the date. */
export function sourceOf({ source: kind, date, stopDate, isHeld }: DrugUse): string {
  const from = formatDate(date);
  if (kind === 'review') return translate('drugUse.source.review', { date: from });
  const source =
    stopDate === null
      ? translate('drugUse.source.since', { date: from })
      : translate('drugUse.source.until', { date: from, stop: formatDate(stopDate) });
  return isHeld ? translate('drugUse.held', { source }) : source;
}
