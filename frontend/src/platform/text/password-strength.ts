/** The four bars of a password (docs/product.md, "Passwords"). Only the length is required; the others advise. */
import { translate } from '../language/language.ts';

export interface StrengthRule {
  id: 'number' | 'lowercase' | 'uppercase' | 'length';
  isMet: (password: string) => boolean;
}

export const tooShort = (): string => translate('component.passwordMissing.length');

export const strengthRules: readonly StrengthRule[] = [
  { id: 'number', isMet: (password) => /\p{Nd}/u.test(password) },
  { id: 'lowercase', isMet: (password) => /\p{Ll}/u.test(password) },
  { id: 'uppercase', isMet: (password) => /\p{Lu}/u.test(password) },
  { id: 'length', isMet: (password) => password.length > 5 },
];

export const isAccepted = (password: string): boolean => password.length > 5;
