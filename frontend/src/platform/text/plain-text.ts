import { plainLine } from 'language/contract/plain-text';
import { translate } from '../language/language.ts';

/** Rich text on one line, in the language of the page. */
export const plainLineOf = (html: string): string => plainLine(html, translate('component.struck'));
