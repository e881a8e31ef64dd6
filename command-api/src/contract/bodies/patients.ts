/** One schema a command's body: strict (an unknown field is 400), in the specification's field names (§7). */
import * as z from 'zod';
import { CalendarDate, toAsciiDigits } from '../../domain/calendar-date.ts';
import { limits } from '../../domain/codes.ts';
import { Id, Name, OptionalName } from '../../domain/fields.ts';

export const RegisterPatient = z.strictObject({
  team: Id,
  firstName: Name('First name'),
  middleName: OptionalName,
  lastName: OptionalName,
  fourthName: OptionalName,
  birthdate: CalendarDate,
  medicalRecordNumber: z.string().trim().max(limits.recordNumber).transform(toAsciiDigits).default(''),
});
