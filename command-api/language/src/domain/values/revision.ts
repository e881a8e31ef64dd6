/**
 * Revisions are bigint in the program and whole numbers in JSON, so that every client can compare them. This is the
 * only conversion. It throws beyond 2^53 instead of rounding.
 */
export function revisionToJson(revision: bigint): number {
  if (revision > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`Revision ${revision} is too large for JSON`);
  return Number(revision);
}
