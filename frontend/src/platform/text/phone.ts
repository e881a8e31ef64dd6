/** Egyptian numbers begin with 0, so +2 before them completes the country code (docs/product.md, "Contact links"). */
import { toAsciiDigits } from 'command-api/domain/values/calendar-date';

/** `https://wa.me/201001234567`; undefined without a number. A number with a country code keeps it. */
export function messageLink(phone: string): string | undefined {
  const typed = toAsciiDigits(phone).trim();
  const digits = typed.replace(/\D/g, '').replace(/^00/, '');
  if (digits === '') return undefined;
  const international = /^(?:\+|00)/.test(typed) || /^20\d{10}$/.test(digits);
  return `https://wa.me/${international ? '' : '2'}${digits}`;
}
