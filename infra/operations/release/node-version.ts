/** The oldest version line of Node that a release may bring: 20 has had no fixes since April 2026. */
const OLDEST = 24;

/**
 * @param version of the Node that makes the release, and is in it, such as `24.22.3`
 * @throws Error for one that gets no fixes as long as a hospital runs it; odd version lines end after months
 */
export function requireSupportedNode(version: string): void {
  const line = Number(version.split('.')[0]);
  if (line >= OLDEST && line % 2 === 0) return;
  throw new Error(
    `The release brings the Node that makes it, and this is ${version}, which gets no security fixes or soon gets none. ` +
      `Make the release with Node ${OLDEST}, or a later version with long-term support.`,
  );
}
