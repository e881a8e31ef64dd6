/** Schemas of fields that several aggregates share (docs/product.md, "Limits"). */
import * as z from 'zod';
import { limits } from './codes.ts';
import { because } from '../reasons/because.ts';
import type { FieldReason } from '../reasons/catalogue.ts';

export const Id = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[A-Za-z0-9._:-]+$/, because('not-an-id'));
/** @param required the reason for an empty one */
export const Name = (required: FieldReason) =>
  z.string().trim().min(1, required).max(limits.name, because('too-many-characters'));
export const OptionalName = z.string().trim().max(limits.name, because('too-many-characters')).default('');
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(limits.email, because('too-many-characters'))
  .pipe(z.email(because('not-an-email')));
