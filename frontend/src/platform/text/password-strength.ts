/**
 * The four bars of a password (specification §5, §8). Only the length decides whether it is accepted; the others
 * advise.
 */
export interface StrengthRule {
  id: 'number' | 'lowercase' | 'uppercase' | 'length';
  /** Said while the rule is not met. */
  missing: string;
  isMet: (password: string) => boolean;
}

export const tooShort = 'Too short';

export const strengthRules: readonly StrengthRule[] = [
  { id: 'number', missing: 'NO number', isMet: (password) => /\p{Nd}/u.test(password) },
  { id: 'lowercase', missing: 'NO Lowercase', isMet: (password) => /\p{Ll}/u.test(password) },
  { id: 'uppercase', missing: 'NO uppercase', isMet: (password) => /\p{Lu}/u.test(password) },
  { id: 'length', missing: tooShort, isMet: (password) => password.length > 5 },
];

export const isAccepted = (password: string): boolean => password.length > 5;
