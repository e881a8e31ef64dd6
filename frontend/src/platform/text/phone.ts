/** Contact by message: the country code's +2 before the number, as Egyptian numbers begin with 0 (specification §9). */
import { toAsciiDigits } from 'command-api/domain/calendar-date';

/** `https://wa.me/201001234567`; undefined when there is no number. A number typed with its country code keeps it. */
export function messageLink(phone: string): string | undefined {
  const typed = toAsciiDigits(phone).trim();
  const digits = typed.replace(/\D/g, '').replace(/^00/, '');
  if (digits === '') return undefined;
  const international = /^(?:\+|00)/.test(typed) || /^20\d{10}$/.test(digits);
  return `https://wa.me/${international ? '' : '2'}${digits}`;
}
