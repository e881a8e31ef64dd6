/** The four bars of a password (docs/product.md, "Passwords"). Only the length is required; the others advise. */
export interface StrengthRule {
  id: 'number' | 'lowercase' | 'uppercase' | 'length';
  /** Shown while the rule is not met. */
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
