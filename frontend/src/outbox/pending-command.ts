/** A command in the outbox: a person has saved it, and the server has not answered it (docs/product.md, "Outbox"). */
import type { Method } from 'language/contract/calls/call';
import type { DecidedFinding } from 'language/contract/findings';
import { ApiError } from '../platform/http/api.ts';

export interface Call {
  method: Method;
  /** The path of the call, such as `/api/reviews/:reviewId`. */
  path: string;
  params: Readonly<Record<string, string>>;
  body: unknown;
  ifVersion?: number;
}
export interface Refusal {
  status: number;
  message: string;
  body: unknown;
}
/** Stored (`outbox-storage.ts`): do not rename the fields. */
export interface PendingCommand {
  /** The idempotency key of all attempts, also after a reload or a correction. */
  key: string;
  user: string;
  /** The time of saving, milliseconds since the epoch. */
  at: number;
  /** The name for people: "Entry: Meronem". */
  what: string;
  /** The address of the screen that shows it. */
  where: string;
  /** The key of its editor, as for drafts. `draft` is the state with which the editor opens again. */
  of: string;
  draft: unknown;
  /** The version that the edit is based on; undefined for something new. */
  base: number | undefined;
  /** The event log that the versions are of. */
  log?: string | undefined;
  call: Call;
  /** The command creates an entry: its id is within the answered review. */
  makes?: 'entry';
  /**
   * The key of the command that this one corrects. That command was sent before with an earlier text, which the server
   * may have stored.
   */
  corrects?: string;
  /** It was sent at least once, so the server may have executed it. */
  tried: boolean;
  /**
   * The idempotency key of the attempts where `key` was used for another text: by a tab of which this one is a copy. `key`
   * still names the command in this tab.
   */
  sendAs?: string;
  refused?: Refusal;
}

/** Stored: do not rename. */
const PREFIX = 'waiting:';
/** The placeholder for the id of the thing that a command will create. */
export const placeholderId = (key: string): string => PREFIX + key;
export const isPlaceholderId = (id: string): boolean => id.startsWith(PREFIX);
const placeholders = /waiting:[\da-f-]{36}/g;

/** Replaces the placeholders in all texts of `value` by their known ids. */
export function replacePlaceholders<T>(value: T, ids: Readonly<Record<string, string>>): T {
  if (typeof value === 'string') return value.replace(placeholders, (name) => ids[name] ?? name) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => replacePlaceholders(one, ids)) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, replacePlaceholders(one as unknown, ids)]),
    ) as T;
  return value;
}
/** The command with known ids in its editor key and its address. */
export const withKnownIds = (item: PendingCommand, ids: Readonly<Record<string, string>>): PendingCommand => ({
  ...item,
  of: replacePlaceholders(item.of, ids),
  where: replacePlaceholders(item.where, ids),
});

/** The placeholders of the things that must exist first. Only id fields are searched, not the typed text. */
export const requiredIds = ({ corrects, call: { params, body } }: PendingCommand): string[] => {
  const ids = [
    ...Object.values(params),
    ...(JSON.stringify(body).match(/"(?:_id|reviewId|noteId)":"waiting:[^"]*"/g) ?? []),
  ];
  return [
    ...(corrects === undefined ? [] : [placeholderId(corrects)]),
    ...ids.flatMap((text) => text.match(placeholders) ?? []),
  ];
};
/** True if one command can only be sent after the other. */
export const isDependentOn = (one: PendingCommand, other: PendingCommand): boolean =>
  requiredIds(one).includes(placeholderId(other.key));

/** A text that takes seconds on a slow line. */
const LONG_CHARACTERS = 16_000;
export const isLong = ({ call: { body } }: PendingCommand): boolean => JSON.stringify(body).length > LONG_CHARACTERS;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
/** The finding that a new entry takes over. */
export const findingIn = (body: unknown): DecidedFinding | undefined =>
  isRecord(body) ? (body['finding'] as DecidedFinding | undefined) : undefined;
/** The thing that the command has created or changed. */
function answered({ makes, call: { body } }: PendingCommand, answer: unknown): Record<string, unknown> | undefined {
  if (!isRecord(answer)) return undefined;
  const entries = (Array.isArray(answer['drugErrs']) ? (answer['drugErrs'] as unknown[]) : []).filter(isRecord);
  // The new entry has only the command's first event. The second one is the decision on a finding that it takes over.
  const later = findingIn(body) ? 1 : 0;
  if (makes === 'entry') return entries.findLast(({ version }) => version === Number(answer['revision']) - later);
  const entry = isRecord(body) && isRecord(body['drugErr']) ? body['drugErr']['_id'] : undefined;
  return entry === undefined ? answer : entries.find(({ _id }) => _id === entry);
}
/** The id of the created thing, from the answer of its command. */
export function createdId(item: PendingCommand, answer: unknown): string | undefined {
  const id = item.makes === 'entry' || !isRecord(answer) ? answered(item, answer)?.['_id'] : answer['_id'];
  return typeof id === 'string' ? id : undefined;
}
/** The version that the answer shows, on which a correction is based. */
export function answeredVersion(item: PendingCommand, answer: unknown): number | undefined {
  const thing = answered(item, answer);
  // The version of a review is that of its head.
  const version = thing?.['headVersion'] ?? thing?.['version'];
  return typeof version === 'number' ? version : undefined;
}

/** The command waits in the outbox, so its editor may close. */
export class QueuedError extends Error {
  override readonly name = 'QueuedError';
}

/** The error of a refused command. */
export const refusalError = ({ refused }: PendingCommand): ApiError | undefined =>
  refused && new ApiError(refused.status, refused.message, refused.body);
