/**
 * The export of a team's anchors: lines of JSON, for `verify-export` in `infra/operations/history`. With a statement that left the
 * machine it shows whether the log was cut at its end (docs/decisions/write-side/anchor-statements.md).
 *
 *     {"format", "team", "exportedAt", "exportedBy", "publicKey"}
 *     {"anchor": {team, number, said, hash, signature}}
 *     {"signed": "{\"lines\":[[<label>,<SHA-256 of the line in hex>], …]}", "signature"}
 */
import type { Seals } from 'service-kit/event-log/seals';
import type { Signing } from 'service-kit/security/signing';
import { createSignedLines } from './signed-lines.ts';

export const ANCHORS_FORMAT = 'clinical-pharmacy-anchors-1';

/** Anchors that are read at once. */
const PAGE = 500;

export interface ExportedAnchors {
  readonly team: string;
  readonly seals: Pick<Seals, 'anchorsBehind'>;
  /** The user id of the person who exports. */
  readonly by: string;
  readonly at: Date;
  readonly signing: Signing;
}

/** Holds a hash for each anchor in memory. A cut-off export has no last line. */
export async function* anchorLines({ team, seals, by, at, signing }: ExportedAnchors): AsyncGenerator<string> {
  const { line, signature } = createSignedLines(signing);
  yield line('header', {
    format: ANCHORS_FORMAT,
    team,
    exportedAt: at.toISOString(),
    exportedBy: by,
    publicKey: signing.publicKey,
  });
  for (let number = 0; ;) {
    const anchors = await seals.anchorsBehind(team, number, PAGE);
    for (const anchor of anchors) yield line(`anchor ${anchor.number}`, { anchor });
    const last = anchors.at(-1);
    if (!last) break;
    number = last.number;
  }
  yield signature();
}
