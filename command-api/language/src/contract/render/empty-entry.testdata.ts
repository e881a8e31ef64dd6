/** An entry that is not filled in, for specs: a new field of all entries does not change them. */
import { ratedEntryFields } from '../../domain/admission/fields.ts';
import { pick } from '../../domain/values/record-fields.ts';
import type { DrugErr } from '../entities.ts';

const nothing: Partial<DrugErr> = {};
export const emptyEntry: DrugErr = { _id: 'e1', version: 1, ...pick(ratedEntryFields, nothing) };
