/** The command of a request: its id, told to metrics and traces. */
import type { Context } from 'koa';
import { nameCommand } from 'service-kit/http/api-app';
import { commandReceived } from 'service-kit/telemetry/signals';
import { randomSpanId, traceIdOf, traceparentOf } from 'service-kit/telemetry/trace-ids';
import { commandIdOf, bodyMarkOf } from './headers.ts';

/**
 * @param userId undefined for a caller who is not signed in
 * @throws HttpProblem 400 for a malformed `Idempotency-Key`
 */
export function commandOf(ctx: Context, userId: string | undefined): string {
  const commandId = commandIdOf(ctx.get('idempotency-key'), userId);
  if (commandReceived.isHeard) {
    nameCommand(ctx, commandId);
    const traceparent = ctx.get('traceparent');
    commandReceived.send(() => ({ commandId, traceparent }));
    // Says the gateway to which trace its part belongs: it cannot know the command's id.
    ctx.set('traceresponse', traceparentOf({ traceId: traceIdOf(commandId), spanId: randomSpanId() }));
  }
  return commandId;
}

/** The mark of the body that an `Idempotency-Key` was sent with; undefined without one. */
export const bodyMark = (ctx: Context, body: unknown): Buffer | undefined =>
  bodyMarkOf(ctx.get('idempotency-key'), body);
