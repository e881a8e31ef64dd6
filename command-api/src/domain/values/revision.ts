/**
 * Revisions are bigint in the program and whole numbers in JSON, where every client can compare them. A stream would
 * need 2^53 events to outgrow that; this is the one place that converts, and it refuses rather than rounds.
 */
export function revisionToJson(revision: bigint): number {
  if (revision > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`Revision ${revision} is too large for JSON`);
  return Number(revision);
}
