/** Phone numbers for messaging links (docs/product.md, "Contact links"). */
import { toAsciiDigits } from './calendar-date.ts';
import { withoutUnseen } from './folding.ts';

const EGYPT = '20';
/** Country code and mobile number without `+` or `00`. National numbers begin with 0, so it is not one of those. */
const bareInternationalMobile = /^201[0125]\d{8}$/;

/**
 * Digits only. An Egyptian number loses its country code and begins with 0: `https://wa.me/2` + number is the link. A
 * number of another country keeps its code. The number as typed is stored as well.
 */
export function normalisePhone(typed: string): string {
  const text = toAsciiDigits(withoutUnseen(typed).normalize('NFKC')).trim();
  const digits = text.replace(/\D/g, '');
  const withCountryCode = text.startsWith('+') || digits.startsWith('00') || bareInternationalMobile.test(digits);
  if (!withCountryCode) return digits;
  const international = digits.replace(/^00/, '');
  return international.startsWith(EGYPT) ? international.slice(EGYPT.length).replace(/^0?/, '0') : international;
}
