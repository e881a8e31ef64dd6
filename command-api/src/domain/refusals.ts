/** The refusals that every aggregate gives alike (decisions, "HTTP conventions"). */
import { Rejection } from './command.ts';
import { type Refusal, refusal } from './reasons/refusal.ts';

export const notFound = (): Rejection => new Rejection(refusal('not-found'));

/** @throws Rejection `forbidden` unless the acting person has the right. */
export function refuseUnless(right: boolean): void {
  if (!right) throw new Rejection(refusal('not-allowed'));
}

/** A field that can't be so: the sentence stands for the whole answer and beside its field. */
export const invalidField = (field: string, refused: Refusal<'invalid'>): Rejection => new Rejection(refused, field);
