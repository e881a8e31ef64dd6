/**
 * The way of one message of the hospital: read, recognised, applied, settled, acknowledged. It is acknowledged only when
 * its events are in the log and the message is in the private tables (docs/decisions/write-side/hospital-feed.md).
 */
import { problemOf } from 'service-kit/http/http-problem';
import { type FeedOutcome, parkedReasons } from 'language/domain/values/feed-codes';
import {
  type FeedSeal,
  type ParkedMessage,
  parkedMessage,
  seenBefore,
  settleMessage,
  waitingMessages,
} from 'service-kit/feeds/feed-messages';
import type { Logger } from 'service-kit/process/logger';
import type { Pool } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import { TooManyWaiting } from '../../commands/command-batcher.ts';
import { applyAdmission, stampKeys } from './apply-admission.ts';
import { applyResults, resultKey } from './apply-results.ts';
import { Applying, type ApplyParts } from './applying.ts';
import { decoded, type DefaultSet, encoded } from './character-sets.ts';
import type { MappingSource } from './mapping.ts';
import { type Acknowledgement, acknowledge, type Message, parseMessage } from './message.ts';
import { type AdmissionFacts, type Head, readAdmission, readHead } from './read-message.ts';
import { readResults, type ResultFacts } from './read-results.ts';
import { Parked, Refused, refusedReasons, type RefusedReason, waitingReasons } from './reasons.ts';
import { hospitalTime } from './times.ts';

export interface FeedParts extends ApplyParts {
  readonly pool: Pool;
  readonly seal: FeedSeal;
  readonly mapping: MappingSource;
  readonly timeZone: string;
  readonly defaultSet: DefaultSet;
  readonly logger: Logger;
}

/** The outcome of a message; `about` is the code that is not known, of a parked one. */
export interface Settled {
  readonly outcome: FeedOutcome;
  readonly reason: string;
  readonly about: string;
}

export interface Feed {
  /**
   * @returns the answer for the sender
   * @throws what a later attempt may not meet: the log or the database is away. The sender gets no answer and sends again
   */
  receive(bytes: Buffer): Promise<Buffer>;
  /** The answer to a message that was too large to be kept. */
  refuseTooLarge(): Promise<Buffer>;
  /** @returns undefined where it is not parked any more */
  tryAgain(messageId: string): Promise<Settled | undefined>;
}

/** The ids of messages: of their senders' names and control ids. */
const MESSAGES = '9d3b4f0e-4c55-5a0d-8d2e-0f4b8a61f7c3';
/** Messages that one message sets free. */
const SET_FREE_MAX = 50;

interface Read {
  readonly head: Head;
  readonly facts: { readonly admission: AdmissionFacts } | { readonly results: ResultFacts } | Parked;
}

export function createFeed(parts: FeedParts): Feed {
  const { pool, seal, mapping, timeZone, logger } = parts;
  const inTurn = createTurns();

  /** @throws Refused */
  async function read(message: Message | undefined): Promise<Read & { readonly message: Message }> {
    const head = readHead(message);
    if (!message) throw new Refused('not-hl7');
    const current = await mapping.current();
    try {
      const facts =
        head.trigger === 'R01'
          ? { results: readResults(message, current, timeZone) }
          : { admission: readAdmission(message, head.trigger, current, timeZone) };
      return { head, facts, message };
    } catch (error) {
      if (error instanceof Parked) return { head, facts: error, message };
      throw error;
    }
  }

  /** @param again a parked message, which a person or another message tries again */
  async function settle(text: string, { head, facts }: Read, again?: ParkedMessage): Promise<Settled> {
    const messageId = again?.messageId ?? uuidv5(`${head.sender}|${head.controlId}|${head.sentAt}`, MESSAGES);
    const numbers = numbersIn(facts);
    const marks = numbers.map((number) => seal.markOf(number));
    const settled = await inTurn(marks[0] ?? messageId, async () => {
      const keys =
        'results' in facts
          ? facts.results.results.map((result) => resultKey({ parts }, facts.results.recordNumber, result))
          : Object.values(stampKeys(marks[0] ?? ''));
      const seen = await seenBefore(pool, messageId, keys, marks);
      if (seen.outcome !== undefined && (!again || seen.outcome !== 'parked'))
        return { outcome: seen.outcome, reason: seen.reason, about: '', isNew: false };
      const recordedAt =
        recordedIn(facts) ?? hospitalTime(head.sentAt, timeZone)?.at ?? again?.receivedAt ?? new Date();
      const current = await mapping.current();
      const applying = new Applying(parts, { ...seen, messageId, mapping: current, at: recordedAt });
      const result = await outcomeOf(applying, facts);
      await settleMessage(pool, {
        messageId,
        kind: head.kind,
        outcome: result.outcome,
        reason: result.reason,
        sealed: result.outcome === 'parked' ? seal.seal(messageId, { text, about: result.about }) : undefined,
        marks,
        recordedAt,
        stamps: applying.newStamps,
        patients: applying.newPatients,
      });
      return { ...result, isNew: true };
    });
    // In the background: the sender does not wait for what another message said before.
    if (settled.outcome === 'applied' && settled.isNew && head.trigger !== 'R01' && !again)
      void setFree(marks).catch((error: unknown) => logger.warn({ error }, 'waiting messages were not tried again'));
    return settled;
  }

  async function outcomeOf(applying: Applying, facts: Read['facts']): Promise<Settled> {
    try {
      if (facts instanceof Parked) throw facts;
      if ('results' in facts) await applyResults(applying, facts.results);
      else await applyAdmission(applying, facts.admission, timeZone);
      return { outcome: applying.hasWritten ? 'applied' : 'unchanged', reason: '', about: '' };
    } catch (error) {
      if (error instanceof Parked) return { outcome: 'parked', reason: error.reason, about: error.about };
      const problem = problemOf(error);
      const mayPass = problem?.refusal.code === 'unavailable';
      if (mayPass || error instanceof TooManyWaiting) throw error;
      // A message that always fails must not hold up all that follow it.
      if (!problem) logger.error({ error, messageId: applying.messageId }, 'a message of the hospital failed');
      return { outcome: 'parked', reason: 'not-possible', about: problem?.refusal.message ?? 'unexpected failure' };
    }
  }

  async function setFree(marks: readonly string[]): Promise<void> {
    for (const waiting of await waitingMessages(pool, seal, marks, waitingReasons, SET_FREE_MAX))
      await settle(waiting.text, await read(parseMessage(waiting.text)), waiting);
  }

  const answer = (message: Message | undefined, acknowledgement: Acknowledgement, set = 'utf8'): Buffer =>
    encoded(acknowledge(message, acknowledgement, new Date().toISOString()), set);

  async function refuse(reason: RefusedReason, message: Message | undefined, set?: string): Promise<Buffer> {
    const head = message?.segment('MSH');
    await settleMessage(pool, {
      messageId: uuidv5(`${reason}|${head?.text(3)}|${head?.text(10)}|${head?.text(7)}`, MESSAGES),
      kind: /^[A-Z0-9]{3}\^[A-Z0-9]{3}$/.exec(`${head?.text(9, 1)}^${head?.text(9, 2)}`)?.[0] ?? '',
      outcome: 'refused',
      reason,
      marks: [],
      recordedAt: new Date(),
      stamps: [],
      patients: [],
    });
    return answer(message, refusedReasons[reason], set);
  }

  return {
    async receive(bytes) {
      const text = decoded(bytes, parts.defaultSet);
      // The head is ASCII: the answer to a message in an unknown set has its control id.
      if (!text) return refuse('character-set', parseMessage(bytes.subarray(0, 2_000).toString('latin1')));
      const message = parseMessage(text.text, text.textOf);
      try {
        const one = await read(message);
        const { outcome, reason } = await settle(text.text, one);
        const sentence = outcome === 'parked' && reason in parkedReasons ? `Parked: ${sentenceOf(reason)}` : '';
        return answer(message, { code: 'AA', sentence }, text.set);
      } catch (error) {
        if (error instanceof Refused) return refuse(error.reason, message, text.set);
        throw error;
      }
    },
    refuseTooLarge: () => refuse('too-large', undefined),
    async tryAgain(messageId) {
      const parked = await parkedMessage(pool, seal, messageId);
      return parked && settle(parked.text, await read(parseMessage(parked.text)), parked);
    },
  };
}

const sentenceOf = (reason: string): string => parkedReasons[reason as keyof typeof parkedReasons];

function numbersIn(facts: Read['facts']): readonly string[] {
  if (facts instanceof Parked) return [];
  if ('results' in facts) return [facts.results.recordNumber];
  const { recordNumber, mergedNumber } = facts.admission;
  return mergedNumber === undefined ? [recordNumber] : [recordNumber, mergedNumber];
}

function recordedIn(facts: Read['facts']): Date | undefined {
  if (facts instanceof Parked) return undefined;
  return ('results' in facts ? facts.results.recorded : facts.admission.recorded)?.at;
}

/** The messages of one patient one after the other; those of others beside them. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
