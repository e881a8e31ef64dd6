import { translate } from '../platform/language/language.ts';

/** Says that a save was merged with another person's change. @param name empty when it is not known */
export const mergedText = (name: string): string =>
  name === '' ? translate('merge.mergedTeammate') : translate('merge.merged', { name });
