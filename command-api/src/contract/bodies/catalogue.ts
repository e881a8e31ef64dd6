/** One schema a command's body: strict (an unknown field is 400), in the specification's field names (§7). */
import * as z from 'zod';
import { Name } from '../../domain/fields.ts';

export const AddErrorType = z.strictObject({ label: Name('Label') });
export const AddTag = z.strictObject({ label: Name('Label') });
