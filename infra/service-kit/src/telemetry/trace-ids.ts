/**
 * Ids of traces and spans that follow from the ids of commands. So every process knows the trace of an event, and
 * nothing about traces is stored (docs/decisions/installation/metrics.md). The form is W3C Trace Context.
 */
import { createHash, randomBytes } from 'node:crypto';

/** @param commandId a UUID @returns 32 hexadecimal digits */
export const traceIdOf = (commandId: string): string => commandId.replaceAll('-', '').toLowerCase();

const spanIdOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);

/** The span of the append that wrote a command's events to a stream. An event is written once, so it is unique. */
export const appendSpanId = (commandId: string, stream: string): string => spanIdOf('append', commandId, stream);

/** The span of the transaction that wrote the rows of these events. The checkpoint lets one transaction do it. */
export const projectionSpanId = (commandId: string, stream: string, projection: string): string =>
  spanIdOf('project', commandId, stream, projection);

export const randomSpanId = (): string => randomBytes(8).toString('hex');

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
}

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** The value of the headers `traceparent` and `traceresponse`. */
export const traceparentOf = ({ traceId, spanId }: TraceParent): string => `00-${traceId}-${spanId}-01`;

/** @returns undefined for anything that is none */
export function parseTraceparent(text: string | undefined): TraceParent | undefined {
  const [, traceId, spanId] = FORM.exec(text ?? '') ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}

/** Such as `admission` of `admission-<id>`: what a span says of a stream, without its id. */
export const streamTypeOf = (stream: string): string => stream.split('-', 1)[0] ?? stream;
