/**
 * What waits in the queue: a command that a person has given and the server has not answered (README, "A bad network").
 */
import { ApiError, type Endpoint } from '../platform/http/api.ts';

export interface Call {
  method: Endpoint<string, unknown, unknown>['method'];
  /** As the endpoint has it, with `:id`. */
  path: string;
  params: Readonly<Record<string, string>>;
  body: unknown;
  ifVersion?: number;
}
export interface Refused {
  status: number;
  message: string;
  body: unknown;
}
export interface PendingCommand {
  /** The idempotency key, the same through every attempt, reload and correction. */
  key: string;
  user: string;
  /** Since when, milliseconds since the epoch. */
  at: number;
  /** How a person calls it: "Entry: Meronem". */
  what: string;
  /** The address at which it is shown. */
  where: string;
  /** The editor that it came from, as drafts name it, and what that goes on with. */
  of: string;
  draft: unknown;
  /** The version that it was based on; undefined for something new. */
  base: number | undefined;
  call: Call;
  /** An entry is found in the review that is answered. */
  makes?: 'entry';
  /**
   * The key of what it brings to what was typed later: that one has been sent before with another text, and may be
   * there with it.
   */
  corrects?: string;
  /** It has been sent, and no answer came: it may be there. */
  tried: boolean;
  refused?: Refused;
}

const STAND_IN = 'waiting:';
/** Stands for the id of what the command of this key will make. */
export const placeholderId = (key: string): string => STAND_IN + key;
export const isPlaceholderId = (id: string): boolean => id.startsWith(STAND_IN);
const standIns = /waiting:[\da-f-]{36}/g;

/** Every text within `value` with the ids that are known by now. */
export function replacePlaceholders<T>(value: T, ids: Readonly<Record<string, string>>): T {
  if (typeof value === 'string') return value.replace(standIns, (name) => ids[name] ?? name) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => replacePlaceholders(one, ids)) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, replacePlaceholders(one as unknown, ids)]),
    ) as T;
  return value;
}
/** Where it is shown is said by the ids that are known. */
export const withKnownIds = (item: PendingCommand, ids: Readonly<Record<string, string>>): PendingCommand => ({
  ...item,
  of: replacePlaceholders(item.of, ids),
  where: replacePlaceholders(item.where, ids),
});

/** What has to be there first. Stand-ins are looked for where ids belong; what a person has typed is not searched. */
export const requiredIds = ({ corrects, call: { params, body } }: PendingCommand): string[] => {
  const ids = [
    ...Object.values(params),
    ...(JSON.stringify(body).match(/"(?:_id|reviewId|noteId)":"waiting:[^"]*"/g) ?? []),
  ];
  return [
    ...(corrects === undefined ? [] : [placeholderId(corrects)]),
    ...ids.flatMap((text) => text.match(standIns) ?? []),
  ];
};
/** Whether the one can only be sent once the other is there. */
export const isDependentOn = (one: PendingCommand, other: PendingCommand): boolean =>
  requiredIds(one).includes(placeholderId(other.key));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
/** The id of what was made, in the answer of its command. */
export function createdId({ makes }: PendingCommand, answer: unknown): string | undefined {
  if (!isRecord(answer)) return undefined;
  const held: unknown[] = Array.isArray(answer['drugErrs']) ? answer['drugErrs'] : [];
  // The command's own event is the newest, and it is the entry's only one.
  const made =
    makes === 'entry' ? held.filter(isRecord).findLast(({ version }) => version === answer['revision']) : answer;
  return typeof made?.['_id'] === 'string' ? made['_id'] : undefined;
}

/** Why a save has no answer yet: it waits in the queue, which has it from now on. */
export class QueuedError extends Error {
  override readonly name = 'Queued';
}

/** What the server said of it, where it was refused. */
export const refusalError = ({ refused }: PendingCommand): ApiError | undefined =>
  refused && new ApiError(refused.status, refused.message, refused.body);
