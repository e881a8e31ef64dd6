/**
 * Checks an exported history, an auditor's exported search, or a team's exported anchors, with Node alone:
 * `npm run verify-export -- file … [--key <public key>] [--statement <file> …]`. The files are written by
 * `stream-export.ts`, `error-export.ts` and `anchor-export.ts` of `query-api/src/history`, statements and hashes by
 * `anchor-statements.ts` and `chain.ts` of `infra/service-kit/src/event-log`. This program repeats all of that on
 * purpose: a person who checks a file need not trust the code that made it.
 *
 * The file itself names its signer if there is no `--key`: compare the printed key with the one
 * that the installation shows at `GET /api/history/.../verify`. Exit code 0: as it was signed · 1:
 * not so · 2: not understood.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

const FORMAT = 'clinical-pharmacy-history-1';
/** A file of any length, signed in parts. */
const ERRORS_FORMAT = 'clinical-pharmacy-errors-1';
/** The anchors of a team. */
const ANCHORS_FORMAT = 'clinical-pharmacy-anchors-1';
/** The newest anchor of each team, as it left the machine. */
const STATEMENT_FORMAT = 'clinical-pharmacy-anchor-statement-1';
/** The prefix of the 32 bytes of an Ed25519 key in SPKI (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
/** 32 bytes in base64url. */
const PUBLIC_KEY = /^[\w-]{43}$/;
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

const isAnchor = ({ said, hash, signature }, key) =>
  sha256(said).toString('base64') === hash && isSigned(key, said, signature);

/**
 * @param text the file of a statement
 * @param key the public key of the expected signer; undefined: the one that it names itself
 * @throws Error for a text that is no statement
 * @returns undefined where it is not as it was signed
 */
export function statementIn(text, key) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (value?.format !== STATEMENT_FORMAT)
    throw new Error(`This is no anchor statement: its format is not ${STATEMENT_FORMAT}`);
  const { said, hash, signature, publicKey } = value;
  if (sha256(said).toString('hex') !== hash || !isSigned(key ?? publicKey, said, signature)) return undefined;
  return { ...JSON.parse(said), hash, publicKey };
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

  get #isOfAnchors() {
    return this.#header?.format === ANCHORS_FORMAT;
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
    if (this.#header?.format !== FORMAT && !this.#isPartly && !this.#isOfAnchors)
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
    if (found.length === 0) {
      found.push(...this.#broken, ...(this.#isOfAnchors ? this.#brokenChain(key) : this.#brokenAnchors(key)));
    }
    return { ...this.#summary(), findings: found };
  }

  #summary() {
    return {
      stream:
        this.#header?.stream ??
        (this.#header?.team && `${this.#isOfAnchors ? 'anchors' : 'errors'} of ${this.#header.team}`),
      changes: this.#changes,
      publicKey: this.#header?.publicKey,
      exportedAt: this.#header?.exportedAt,
      events: this.#links.size,
      anchors: this.#anchors.length,
      unsealed: this.#unsealed,
    };
  }

  /** Each anchor of a team has the hash of the one before it. */
  #brokenChain(key) {
    const found = [];
    let [number, previous] = [0, ''];
    for (const anchor of this.#anchors) {
      const where = `anchor ${anchor.number}`;
      const said = isAnchor(anchor, key) ? JSON.parse(anchor.said) : undefined;
      if (!said) found.push({ what: 'forged', where, why: 'it is not signed with that key' });
      else if (said.team !== this.#header.team || said.number !== anchor.number)
        found.push({ what: 'reordered', where, why: 'it was signed for another place' });
      else if (said.number !== number + 1)
        found.push({ what: 'dropped', where: `anchor ${number + 1}`, why: `${where} stands in its place` });
      else if (said.previous !== previous)
        found.push({
          what: 'altered',
          where: `anchor ${number}`,
          why: `${where} was signed for another one before it`,
        });
      [number, previous] = [anchor.number, anchor.hash];
    }
    return found;
  }

  /**
   * Compares with a statement that left the machine earlier: shows a log that was cut at its end, its anchors included,
   * and one that was signed again from some place on.
   *
   * @param statement as `statementIn` returns it
   */
  against({ at, teams }) {
    const named = this.#isOfAnchors && teams.find(({ team }) => team === this.#header.team);
    if (!named) return [];
    const where = `anchor ${named.number}`;
    const found = this.#anchors.find(({ number }) => number === named.number);
    if (!found)
      return [
        {
          what: 'cut off',
          where,
          why: `the statement of ${at} names it, and the anchors end with ${this.#anchors.at(-1)?.number ?? 'none'}`,
        },
      ];
    return found.hash === named.hash
      ? []
      : [{ what: 'altered', where, why: `it is not the one that the statement of ${at} names` }];
  }

  /** Compares a history with the anchors of its team, of which its own file may lack the last. @param anchors a check of them */
  againstAnchors(anchors) {
    if (this.#header?.format !== FORMAT || !anchors.#isOfAnchors) return [];
    return anchors.#anchors.flatMap(({ number, said }) =>
      JSON.parse(said)
        .heads.filter(
          ({ stream, revision, link }) => stream === this.#header.stream && this.#links.get(revision) !== link,
        )
        .map(({ revision }) =>
          this.#links.has(revision)
            ? {
                what: 'altered',
                where: `event ${revision}`,
                why: `it is not the one that anchor ${number} was signed for`,
              }
            : {
                what: 'cut off',
                where: `event ${revision}`,
                why: `anchor ${number} was signed for it, and the history ends with event ${this.#links.size - 1}`,
              },
        ),
    );
  }

  get isOfAnchors() {
    return this.#isOfAnchors;
  }

  /** Anchors were signed long before the export, so they show what was altered in the log in between. */
  #brokenAnchors(key) {
    return this.#anchors.flatMap(({ number, said, hash, signature }) => {
      const where = `anchor ${number}`;
      if (!isAnchor({ said, hash, signature }, key))
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

const USAGE = 'npm run verify-export -- file … [--key <public key>] [--statement <file> …]';

/** Every 64th key begins with a hyphen. `parseArgs` takes such a value as an option of its own. */
function withHyphenKey(args) {
  const at = args.indexOf('--key');
  const key = args[at + 1];
  return at >= 0 && PUBLIC_KEY.test(key ?? '') ? args.toSpliced(at, 2, `--key=${key}`) : args;
}

function optionsIn(args) {
  try {
    const { positionals, values } = parseArgs({
      args: withHyphenKey(args),
      allowPositionals: true,
      options: { key: { type: 'string' }, statement: { type: 'string', multiple: true } },
    });
    return positionals.length === 0
      ? undefined
      : { files: positionals, key: values.key, statements: values.statement ?? [] };
  } catch {
    return undefined;
  }
}

async function main(args) {
  const options = optionsIn(args);
  if (!options) {
    console.error(USAGE);
    return 2;
  }
  const { files, key, statements } = options;
  const checks = [];
  for (const file of files) {
    const check = new ExportCheck();
    for await (const line of linesOf(createReadStream(file, 'utf8'))) check.add(line);
    checks.push({ file, check, checked: check.end(key) });
  }
  const signed = [];
  let isSound = true;
  for (const file of statements) {
    const statement = statementIn(await readFile(file, 'utf8'), key);
    if (statement) signed.push(statement);
    else {
      isSound = false;
      console.error(`${file} is not as it was signed.`);
    }
  }
  const anchors = checks.filter(({ check }) => check.isOfAnchors).map(({ check }) => check);
  if (statements.length > 0 && anchors.length === 0) {
    console.error('A statement is compared with the exported anchors of a team: name that file too.');
    return 2;
  }
  for (const { file, check, checked } of checks) {
    const findings =
      checked.findings.length > 0
        ? checked.findings
        : [
            ...signed.flatMap((statement) => check.against(statement)),
            ...anchors.flatMap((ofTeam) => check.againstAnchors(ofTeam)),
          ];
    if (!report(file, { ...checked, findings }, key)) isSound = false;
  }
  for (const { number, at, hash, publicKey } of signed)
    console.log(
      `statement ${number} of ${at}, signed with the key ${publicKey}. Compare its hash with the mail or the paper:\n` +
        hash.replace(/.{4}(?=.)/g, '$& '),
    );
  return isSound ? 0 : 1;
}

/** @returns whether the file is as it was signed */
function report(file, { findings, stream, publicKey, exportedAt, events, anchors, changes, unsealed }, key) {
  for (const { what, where, why } of findings) console.error(`${what}: ${where} (${why})`);
  if (findings.length > 0) {
    console.error(`${file} is not as it was signed.`);
    return false;
  }
  const content =
    changes > 0
      ? `${changes} changes`
      : events > 0
        ? `${events} events and ${anchors} anchors`
        : anchors > 0
          ? `${anchors} anchors`
          : `${changes} changes`;
  console.log(
    `${stream}: ${content}, as they were signed ${exportedAt} with the key ${publicKey}` +
      (key ? '' : ' (as the file says itself: compare it)'),
  );
  if (unsealed)
    console.error(
      `not sealed: from event ${unsealed.revision} on (written ${unsealed.since}): ` +
        'when this was exported nothing proved that these are as they were written',
    );
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    return 2;
  });
}
