/**
 * Checks an exported history, or an auditor's exported search, with Node alone: `npm run verify-export -- file [--key
 * <public key>]`. The files are written by `stream-export.ts` and `error-export.ts` of `query-api/src/history`, their
 * hashes by `infra/service-kit/src/event-log/chain.ts`. This program repeats all of that on purpose: a person who
 * checks a file need not trust the code that made it.
 *
 * Without `--key` the file itself names its signer: compare the printed key with the one that the installation shows at
 * `GET /api/history/.../verify`. Exit code 0: as it was signed · 1: not so · 2: not understood.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FORMAT = 'clinical-pharmacy-history-1';
/** A file of any length, signed in parts. */
const ERRORS_FORMAT = 'clinical-pharmacy-errors-1';
/** The prefix of the 32 bytes of an Ed25519 key in SPKI (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const LAST = 'the last line';
/** An event that was older than this at the export should have had its seal. */
const SEALED_WITHIN_MS = 2 * 60_000;

const sha256 = (content) => createHash('sha256').update(content).digest();

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(',')}}`;
}

const hashOf = ({ stream, revision, id, type, data, metadata }) =>
  sha256(
    [stream, String(revision), id, type, canonical(data ?? null), canonical(metadata ?? null)]
      .map((part) => `${Buffer.byteLength(String(part))}:${part},`)
      .join(''),
  );

/** Base64 can write the same bytes in several ways. Only the way in which they were signed counts as unaltered. */
function isSigned(publicKey, text, signature) {
  try {
    const bytes = Buffer.from(signature, 'base64');
    if (bytes.toString('base64') !== signature) return false;
    const key = createPublicKey({
      key: Buffer.concat([SPKI, Buffer.from(publicKey, 'base64url')]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, Buffer.from(text), key, bytes);
  } catch {
    return false;
  }
}

/** Takes a file line by line. Memory: a hash for each line of a history, or of a part of a search. */
export class ExportCheck {
  #lines = [];
  #header;
  #last;
  #link = Buffer.alloc(32);
  #links = new Map();
  #anchors = [];
  #broken = [];
  /** The first event that should have had a seal. */
  #unsealed;
  #afterLast = 0;
  #number = 0;
  #changes = 0;
  #parts = 0;
  #previous = '';
  /** Findings in the closed parts. */
  #found = [];

  /** @param text a line without its end */
  add(text) {
    this.#number += 1;
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    if (this.#last) this.#afterLast += 1;
    if (typeof value?.signed === 'string' && !this.#last) {
      if (!this.#isPartly || this.#endPart(value)) this.#last = value;
      return;
    }
    this.#lines.push({ number: this.#number, label: this.#labelOf(value), hash: sha256(text).toString('hex') });
  }

  get #isPartly() {
    return this.#header?.format === ERRORS_FORMAT;
  }

  /** @returns whether it is the last part: `end` checks its lines */
  #endPart({ signed, signature }) {
    this.#parts += 1;
    const where = `part ${this.#parts}`;
    const said = isSigned(this.#header.publicKey, signed, signature) ? JSON.parse(signed) : undefined;
    if (!said) this.#found.push({ what: 'forged', where, why: 'it is not signed with the key of the header' });
    else if (said.part !== this.#parts || (this.#previous !== undefined && said.previous !== this.#previous))
      this.#found.push({
        what: said.part > this.#parts ? 'dropped' : 'reordered',
        where,
        why: `part ${said.part} stands in its place`,
      });
    this.#previous = said && sha256(signed).toString('hex');
    if (said?.last) return true;
    if (said) this.#found.push(...differences(said.lines, this.#lines));
    if (said) this.#parts = said.part;
    this.#lines = [];
    return false;
  }

  #labelOf(value) {
    if (typeof value !== 'object' || value === null) return undefined;
    if ('format' in value) {
      this.#header ??= value;
      return 'header';
    }
    if (value.anchor) {
      this.#anchors.push(value.anchor);
      return `anchor ${value.anchor.number}`;
    }
    if (value.change) {
      this.#changes += 1;
      return `change ${value.change._id}`;
    }
    if (!value.event) return undefined;
    const { event, link } = value;
    const label = `event ${event.revision}`;
    this.#link = sha256(Buffer.concat([this.#link, hashOf(event)]));
    if (this.#link.toString('base64') !== link || event.stream !== this.#header?.stream) {
      this.#broken.push({
        what: 'altered',
        where: label,
        why: 'it does not follow, by its hash, on what stands before it',
      });
      // Names this event only, not all that follow.
      if (typeof link === 'string') this.#link = Buffer.from(link, 'base64');
    }
    this.#links.set(event.revision, this.#link.toString('base64'));
    if (this.#isUnsealed(event.revision, value.created))
      this.#unsealed ??= { revision: event.revision, since: value.created };
    return label;
  }

  /** Exports of older versions have no number of sealed events. */
  #isUnsealed(revision, created) {
    const { sealed, exportedAt } = this.#header ?? {};
    return (
      typeof sealed === 'number' &&
      revision >= sealed &&
      Date.parse(exportedAt) - Date.parse(created) > SEALED_WITHIN_MS
    );
  }

  /**
   * @param key the public key of the expected signer
   * @returns the findings: none if the file is as it was signed
   */
  end(key = this.#header?.publicKey) {
    const found = [...this.#found];
    if (this.#header?.format !== FORMAT && !this.#isPartly)
      found.push({ what: 'altered', where: 'header', why: `it does not begin with the header of ${FORMAT}` });
    if (key !== this.#header?.publicKey)
      found.push({ what: 'forged', where: 'header', why: 'it names another key than the one that was asked for' });
    if (!this.#last)
      return {
        ...this.#summary(),
        findings: [...found, { what: 'cut off', where: LAST, why: 'there is no signature' }, ...this.#broken],
      };
    if (this.#afterLast > 0)
      found.push({ what: 'reordered', where: LAST, why: `${this.#afterLast} lines come after it` });
    if (!isSigned(key ?? '', this.#last.signed, this.#last.signature))
      return {
        ...this.#summary(),
        findings: [...found, { what: 'forged', where: LAST, why: 'it is not signed with that key' }, ...this.#broken],
      };
    found.push(...differences(JSON.parse(this.#last.signed).lines, this.#lines));
    if (found.length === 0) found.push(...this.#broken, ...this.#brokenAnchors(key));
    return { ...this.#summary(), findings: found };
  }

  #summary() {
    return {
      stream: this.#header?.stream ?? (this.#header?.team && `errors of ${this.#header.team}`),
      changes: this.#changes,
      publicKey: this.#header?.publicKey,
      exportedAt: this.#header?.exportedAt,
      events: this.#links.size,
      anchors: this.#anchors.length,
      unsealed: this.#unsealed,
    };
  }

  /** Anchors were signed long before the export, so they show what was altered in the log in between. */
  #brokenAnchors(key) {
    return this.#anchors.flatMap(({ number, said, hash, signature }) => {
      const where = `anchor ${number}`;
      if (sha256(said).toString('base64') !== hash || !isSigned(key, said, signature))
        return [{ what: 'forged', where, why: 'it is not signed with that key' }];
      return JSON.parse(said)
        .heads.filter(
          ({ stream, revision, link }) => stream === this.#header.stream && this.#links.get(revision) !== link,
        )
        .map(({ revision }) => ({
          what: 'altered',
          where: `event ${revision}`,
          why:
            `up to here the events are not those that ${where} was signed for: ` +
            'it, or one before it, was altered in the log before the export',
        }));
    });
  }
}

/** The changes that lead from the signed lines, `[[label, hash], …]`, to these lines. */
function differences(signed, lines) {
  const found = [];
  const counts = new Map();
  for (const { hash } of lines) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const missing = [];
  for (const [label, hash] of signed) {
    const count = counts.get(hash) ?? 0;
    if (count > 0) counts.set(hash, count - 1);
    else missing.push(label);
  }
  const places = new Map();
  for (const [place, [, hash]] of signed.entries()) places.set(hash, [...(places.get(hash) ?? []), place]);
  const extra = [];
  const kept = [];
  for (const line of lines) {
    const place = places.get(line.hash)?.shift();
    if (place === undefined) extra.push(line);
    else kept.push({ place, line });
  }
  const inOrder = longestAscent(kept.map(({ place }) => place));
  for (const { place, line } of kept)
    if (!inOrder.has(place))
      found.push({ what: 'reordered', where: line.label, why: `it does not belong into line ${line.number}` });
  for (const label of missing) {
    // The same thing with another content, or an unreadable line in its place.
    const at = extra.findIndex((line) => line.label === label);
    const instead = at >= 0 ? at : extra.findIndex((line) => line.label === undefined);
    if (instead < 0) found.push({ what: 'dropped', where: label, why: 'it was signed, and is not here' });
    else
      found.push({
        what: 'altered',
        where: label,
        why: `line ${extra.splice(instead, 1)[0].number} is not what was signed`,
      });
  }
  for (const { number, label } of extra)
    found.push({ what: 'inserted', where: label ?? `line ${number}`, why: `line ${number} was not signed` });
  return found;
}

/** Only line feeds end a line: a text may contain other line separators of Unicode. */
async function* linesOf(chunks) {
  let begun = '';
  for await (const chunk of chunks) {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop();
    yield* lines;
  }
  if (begun !== '') yield begun;
}

/** The longest ascending subsequence: the other lines were moved. */
function longestAscent(numbers) {
  const ends = [];
  const before = new Map();
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < number) low = middle + 1;
      else high = middle;
    }
    before.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const ascent = new Set();
  for (let number = ends.at(-1); number !== undefined; number = before.get(number)) ascent.add(number);
  return ascent;
}

async function main([file, ...options]) {
  const key = options[0] === '--key' ? options[1] : undefined;
  if (!file || (options.length > 0 && !key)) {
    console.error('npm run verify-export -- file [--key <public key>]');
    return 2;
  }
  const check = new ExportCheck();
  for await (const line of linesOf(createReadStream(file, 'utf8'))) check.add(line);
  const { findings, stream, publicKey, exportedAt, events, anchors, changes, unsealed } = check.end(key);
  for (const { what, where, why } of findings) console.error(`${what}: ${where} (${why})`);
  if (findings.length > 0) {
    console.error(`${file} is not as it was signed.`);
    return 1;
  }
  const content = changes > 0 || events === 0 ? `${changes} changes` : `${events} events and ${anchors} anchors`;
  console.log(
    `${stream}: ${content}, as they were signed ${exportedAt} with the key ${publicKey}` +
      (key ? '' : ' (as the file says itself: compare it)'),
  );
  if (unsealed)
    console.error(
      `not sealed: from event ${unsealed.revision} on (written ${unsealed.since}): ` +
        'when this was exported nothing proved that these are as they were written',
    );
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    return 2;
  });
}
