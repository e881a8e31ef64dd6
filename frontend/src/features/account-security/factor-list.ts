/** The code that the parts of the section of second factors share. */
import type { SecondFactorList, SecondFactorsChanged } from 'language/contract/second-factors';

/** The function by which each part tells of a change. New recovery codes are shown once. */
export type OnChanged = (changed: SecondFactorList & Pick<SecondFactorsChanged, 'newRecoveryCodes'>) => void;

const countOf = ({ totp, passkeys }: SecondFactorList): number => (totp === null ? 0 : 1) + passkeys.length;
export const hasFactor = (list: SecondFactorList): boolean => countOf(list) > 0;
/** True if the removal of one leaves none. */
export const isLastFactor = (list: SecondFactorList): boolean => countOf(list) === 1;
