/**
 * The check of the security log: each line's hash is computed again, and each signed anchor is compared. The first line
 * that is kept follows what the retention has removed, as its line says.
 */
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { isSignedBy } from '../security/signing.ts';
import { SEALED_TEXT } from './sealed-text.ts';

const PAGE = 2_000;

export type BrokenWhy =
  /** Its fields are not those of its hash. */
  | 'altered'
  /** The line before it is not the one that it was written after: lines were taken out or put in. */
  | 'moved'
  /** Lines before it are missing, and the retention has not said so. */
  | 'missing'
  /** It is not the line that was signed. */
  | 'resealed'
  /** A signed line after it is missing. */
  | 'cut';

export interface SecurityLogCheck {
  readonly lines: number;
  /** 0 for an empty log. */
  readonly first: number;
  readonly last: number;
  readonly anchors: number;
  /** The first line that is not as it was written. */
  readonly broken: { readonly number: number; readonly why: BrokenWhy } | undefined;
}

interface Row {
  number: string;
  sealed: string;
  previous_hash: Buffer;
  hash: Buffer;
  kind: string;
  up_to: string | null;
  up_to_hash: string | null;
}

/** @param publicKey of the signing key of this installation; without it anchors are not checked */
export async function checkSecurityLog(pool: Pool, publicKey?: string): Promise<SecurityLogCheck> {
  const anchors = publicKey === undefined ? [] : await anchorsOf(pool);
  const signed = new Map(anchors.map((anchor) => [anchor.number, anchor]));
  let lines = 0;
  let first = 0;
  let last = 0;
  let lastHash: Buffer | undefined;
  let removed: { upTo: number; hash: string } | undefined;
  let firstFollows = '';
  const broken = (number: number, why: BrokenWhy): SecurityLogCheck => ({
    lines,
    first,
    last,
    anchors: anchors.length,
    broken: { number, why },
  });
  for (;;) {
    const { rows } = await pool.query<Row>(
      `select l.number::text, ${SEALED_TEXT('l')} as sealed, l.previous_hash, l.hash, l.kind,
              l.data->>'upTo' as up_to, l.data->>'hash' as up_to_hash
       from accounts.security_line l where l.number > $1 order by l.number limit ${PAGE}`,
      [last],
    );
    for (const row of rows) {
      const number = Number(row.number);
      if (lines === 0) {
        first = number;
        firstFollows = row.previous_hash.toString('hex');
      } else if (number !== last + 1) return broken(number, 'missing');
      else if (!lastHash?.equals(row.previous_hash)) return broken(number, 'moved');
      if (!createHash('sha256').update(row.previous_hash).update(row.sealed).digest().equals(row.hash))
        return broken(number, 'altered');
      const anchor = signed.get(number);
      if (anchor && publicKey !== undefined && !isSigned(anchor, row.hash, publicKey))
        return broken(number, 'resealed');
      if (row.kind === 'LinesRemoved') removed = { upTo: Number(row.up_to), hash: row.up_to_hash ?? '' };
      [last, lastHash] = [number, row.hash];
      lines += 1;
    }
    if (rows.length < PAGE) break;
  }
  if (first > 1 && (removed?.upTo !== first - 1 || removed.hash !== firstFollows)) return broken(first, 'missing');
  const newest = anchors.at(-1);
  if (newest && newest.number > last) return broken(newest.number, 'cut');
  return { lines, first, last, anchors: anchors.length, broken: undefined };
}

interface Anchor {
  readonly number: number;
  readonly at: Date;
  readonly hash: Buffer;
  readonly signature: string;
}

async function anchorsOf(pool: Pool): Promise<readonly Anchor[]> {
  const { rows } = await pool.query<{ number: string; at: Date; hash: Buffer; signature: string }>(
    'select number::text, at, hash, signature from accounts.security_anchor order by number',
  );
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

/** The text that an anchor signs. */
export const anchorText = ({ number, at, hash }: Omit<Anchor, 'signature'>): string =>
  ['clinical-pharmacy-security-log-1', number, at.toISOString(), hash.toString('hex')].join('\n');

const isSigned = (anchor: Anchor, hash: Buffer, publicKey: string): boolean =>
  anchor.hash.equals(hash) && isSignedBy(publicKey, anchorText(anchor), anchor.signature);
