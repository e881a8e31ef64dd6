/** Schemas of the fields that several aggregates share (lengths: decisions, "Lengths"). */
import * as z from 'zod';
import { limits } from './codes.ts';

export const Id = z.string().min(1).max(80).regex(/^[A-Za-z0-9._:-]+$/, 'This is not an id');
const notBlank = (what: string) => `${what} is required`;
export const Name = (what: string) => z.string().trim().min(1, notBlank(what)).max(limits.name, `At most ${limits.name} characters`);
export const OptionalName = z.string().trim().max(limits.name, `At most ${limits.name} characters`).default('');
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(limits.email, `At most ${limits.email} characters`)
  .pipe(z.email('Enter a valid e-mail address'));
