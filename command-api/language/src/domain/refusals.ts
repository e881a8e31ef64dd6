/** The refusals that all aggregates share. */
import { Rejection } from './command.ts';
import { type Refusal, refusal } from './reasons/refusal.ts';

export const notFound = (): Rejection => new Rejection(refusal('not-found'));

/** For who writes beside the erasure of a patient. */
export const patientErased = (): Rejection => new Rejection(refusal('patient-is-erased'));

/** @throws Rejection `forbidden` unless the acting person has the right. */
export function refuseUnless(right: boolean): void {
  if (!right) throw new Rejection(refusal('not-allowed'));
}

/** A field with an impossible value. The sentence is both the answer's message and the field's. */
export const invalidField = (field: string, refused: Refusal<'invalid'>): Rejection => new Rejection(refused, field);
