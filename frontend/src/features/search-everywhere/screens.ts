/** The screens that the search finds, by the words of the menus in both languages. */
import type { Team } from 'language/contract/entities';
import { foldLetters } from 'language/domain/values/folding';
import { translate } from '../../platform/language/language.ts';
import { paths } from '../../platform/paths.ts';

/** Each with the word that the menus have for it. */
const ofTeam = {
  ward: [paths.ward, 'app.ward'],
  handover: [paths.handover, 'app.handover'],
  patients: [paths.patients, 'app.patients'],
  reports: [paths.reports, 'app.reports'],
  transfers: [paths.transfers, 'transfer.title'],
  drugUse: [paths.drugUse, 'drugUse.title'],
  team: [paths.team, 'searchEverywhere.teamPage'],
} as const;
const ofAll = {
  home: [paths.home, 'app.home'],
  drugs: [paths.drugs, 'teams.drugs'],
  profile: [paths.profile, 'app.profile'],
  security: [paths.security, 'app.security'],
  courses: [paths.courses, 'app.courses'],
  about: [paths.about, 'app.about'],
} as const;

export interface FoundScreen {
  to: string;
  label: string;
  /** The team of the screen, for a person of several teams. */
  teamName: string | undefined;
}

/** The words, in Arabic with and without the article. */
const wordsOf = (text: string): string[] =>
  foldLetters(text)
    .split(/[\p{P}\s]+/u)
    .flatMap((word) => (word.startsWith('ال') ? [word, word.slice(2)] : [word]))
    .filter((word) => word !== '');

type Name = keyof typeof ofTeam | keyof typeof ofAll;
const screen = (name: Name, to: string, teamName?: string): FoundScreen & { words: readonly string[] } => {
  const [, word] = { ...ofTeam, ...ofAll }[name];
  const label = translate(word);
  return {
    to,
    label,
    teamName,
    words: wordsOf(`${label} ${translate(`searchEverywhere.also.${name}`)} ${teamName ?? ''}`),
  };
};
const keysOf = <T extends object>(table: T): (keyof T)[] => Object.keys(table) as (keyof T)[];

/**
 * The screens of the current team come first; without a text they are all that is shown.
 * @param teams the current one first
 */
export function findScreens(teams: readonly Pick<Team, '_id' | 'name'>[], typed: string, limit: number): FoundScreen[] {
  const own = teams.map(({ _id, name }) =>
    keysOf(ofTeam).map((one) => screen(one, ofTeam[one][0].href(_id), teams.length > 1 ? name : undefined)),
  );
  if (typed === '') return own[0] ?? [];
  const sought = foldLetters(typed).split(/\s+/);
  return [...own.flat(), ...keysOf(ofAll).map((one) => screen(one, ofAll[one][0].href()))]
    .filter(({ words }) => sought.every((beginning) => words.some((word) => word.startsWith(beginning))))
    .slice(0, limit);
}
