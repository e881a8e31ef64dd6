/** The refusals that every aggregate words alike (decisions, "HTTP conventions"). */
import { Rejection } from './command.ts';

export const notFound = (): Rejection => new Rejection('notFound', 'Not found');

/** @throws Rejection `forbidden` unless the acting person has the right. */
export function refuseUnless(right: boolean): void {
  if (!right) throw new Rejection('forbidden', 'Not allowed');
}

/** A field that can't be so: the sentence stands for the whole answer and beside its field. */
export const invalidField = (field: string, sentence: string): Rejection => new Rejection('invalid', sentence, { [field]: sentence });
