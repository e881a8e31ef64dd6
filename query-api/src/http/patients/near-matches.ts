/** How near a patient is to one who is to be registered (docs/product.md, "Near matches"). */
import { looseName } from 'language/domain/values/arabic';
import { isSameRecordNumber } from 'language/domain/values/folding';

export interface Facts {
  /** The strict keys of the four names. */
  readonly keys: readonly string[];
  /** The key of the whole name. */
  readonly wholeKey: string;
  /** Empty where it is not known. */
  readonly birthdate: string;
  readonly recordNumber: string;
}

export interface Agreement {
  readonly isSameNumber: boolean;
  readonly isSameBirth: boolean;
  /** Parts of the name that are the same, the same or loosely the same, and others. */
  readonly equal: number;
  readonly close: number;
  readonly differing: number;
}

/** 2: equal; 1: loosely equal; 0: one of them is unknown; -1: another name. */
function agreementOf(one: string, other: string): -1 | 0 | 1 | 2 {
  if (one === '' || other === '') return 0;
  if (one === other) return 2;
  return looseName(one) === looseName(other) ? 1 : -1;
}

/**
 * True if one whole name, of two words at least, is the other one or its beginning: the parts may
 * be divided otherwise.
 */
function isSameWhole(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.includes(' ') && `${long} `.startsWith(`${short} `);
}

/**
 * A near match has the same record number; or the same birth date, and the first name or two parts in common; or two equal
 * parts of the name, the first among them, and no different part. Undefined for none.
 */
export function nearness(one: Facts, other: Facts): Agreement | undefined {
  const agreed = one.keys.map((key, at) => agreementOf(key, other.keys[at] ?? ''));
  const [first = 0] = agreed;
  const isWhole = isSameWhole(one.wholeKey, other.wholeKey);
  const count = (isCounted: (part: number) => boolean): number => agreed.filter(isCounted).length;
  const equal = Math.max(
    count((part) => part === 2),
    isWhole ? 2 : 0,
  );
  const close = Math.max(
    count((part) => part > 0),
    equal,
  );
  const differing = isWhole ? 0 : count((part) => part < 0);
  const agreement = {
    isSameNumber: isSameRecordNumber(one.recordNumber, other.recordNumber),
    isSameBirth: one.birthdate !== '' && one.birthdate === other.birthdate,
    equal,
    close,
    differing,
  };
  const isNear =
    agreement.isSameNumber ||
    (agreement.isSameBirth && ((first > 0 && differing <= 1) || close >= 2)) ||
    ((first === 2 || isWhole) && equal >= 2 && differing === 0);
  return isNear ? agreement : undefined;
}

/** Nearest first. */
export function compareNearness(a: Agreement, b: Agreement): number {
  return (
    Number(b.isSameNumber) - Number(a.isSameNumber) ||
    Number(b.isSameBirth) - Number(a.isSameBirth) ||
    b.equal - b.differing - (a.equal - a.differing) ||
    b.close - a.close
  );
}
