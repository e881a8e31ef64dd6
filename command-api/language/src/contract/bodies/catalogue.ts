/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { Name } from '../../domain/values/fields.ts';
import { ignored, PcneCodes } from './shared.ts';

export const AddErrorType = z.strictObject({ label: Name('label-required') });
export const AddTag = z.strictObject({ label: Name('label-required') });
export const RenameErrorType = z.strictObject({ _id: ignored, label: Name('label-required'), version: ignored });
/** `PUT /api/errtypes/{id}/pcne`: all codes after the change. */
export const MapErrorType = z.strictObject({ pcne: PcneCodes });
export const RenameTag = z.strictObject({ _id: ignored, label: Name('label-required'), version: ignored });
/** `POST /api/drugs/updateTradeList`: an empty body. */
export const UpdateTradeList = z.strictObject({});
