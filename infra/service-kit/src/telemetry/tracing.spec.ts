import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../process/free-port.ts';
import type { Running } from '../process/lifecycle.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../testing/otlp-receiver.ts';
import * as signals from './signals.ts';
import { appendSpanId, projectionSpanId, traceIdOf } from './trace-ids.ts';
import { startTracing } from './tracing.ts';

const commandId = '7d0e2c1c-8a55-5f35-9d35-0c1e0a6c8a11';
const traceId = traceIdOf(commandId);
const stream = 'admission-a1';
const took = { startedAt: Date.now(), ms: 12 };
const handled = { ...took, command: 'RateError', commandId, stream, outcome: 'accepted', retries: 0 } as const;
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const lines: string[] = [];
const logger = pino({}, { write: (line) => void lines.push(line) });

let receiver: OtlpReceiver;
let tracing: Running;
beforeEach(async () => {
  lines.length = 0;
  receiver = await startOtlpReceiver();
  tracing = startTracing(receiver.url, '1.2.3', logger);
});
afterEach(async () => {
  await tracing.stop();
  await receiver.stop();
});

function tellOfCommand(): void {
  signals.commandReceived.send(() => ({ commandId, traceparent }));
  signals.appended.send(() => took);
  signals.commandHandled.send(() => ({ ...handled, append: took }));
  const route = '/api/reviews/:reviewId/editRating';
  signals.answered.send(() => ({ ...took, service: 'command-api', method: 'PUT', route, status: 200, commandId }));
  const traceresponse = `00-${traceId}-${'c'.repeat(16)}-01`;
  const gateway = { service: 'gateway', method: 'PUT', route: '/api', status: 200 };
  signals.gatewayAnswered.send(() => ({ ...took, ...gateway, traceparent, traceresponse }));
  signals.dispatched.send(() => ({ ...took, written: [{ commandId, stream }] }));
  signals.commandsProjected.send(() => ({ ...took, projection: 'clinical', written: [{ commandId, stream }] }));
  signals.noticeSent.send(() => ({ ...took, stream, occurredAt: 0, commandIds: [commandId] }));
}

test('what the services tell of a command becomes one tree of spans', async () => {
  tellOfCommand();
  await tracing.stop();
  const spans = receiver.spansOf(traceId);
  const by = (name: string) => spans.find((span) => span.name === name);
  expect(spans.map(({ service, name }) => `${service}: ${name}`)).toEqual([
    'command-api: handle RateError',
    'command-api: append',
    'command-api: PUT /api/reviews/:reviewId/editRating',
    'gateway: PUT /api',
    'projections: dispatch',
    'projections: project clinical',
    'query-api: notice',
  ]);
  expect(by('PUT /api')).toMatchObject({ spanId: 'b'.repeat(16), parentSpanId: undefined });
  const request = by('PUT /api/reviews/:reviewId/editRating');
  expect(request?.parentSpanId).toBe('b'.repeat(16));
  expect(by('handle RateError')?.parentSpanId).toBe(request?.spanId);
  expect(by('append')).toMatchObject({
    spanId: appendSpanId(commandId, stream),
    parentSpanId: by('handle RateError')?.spanId,
    attributes: { 'command.id': commandId, 'command.name': 'RateError', 'stream.type': 'admission' },
  });
  expect(by('project clinical')?.spanId).toBe(projectionSpanId(commandId, stream, 'clinical'));
  for (const name of ['dispatch', 'project clinical', 'notice'])
    expect(by(name)?.parentSpanId, name).toBe(appendSpanId(commandId, stream));
  expect(by('append')?.seconds).toBeCloseTo(0.012, 4);
});

test('a repeated command has no append, and a read no trace', async () => {
  signals.commandHandled.send(() => ({ ...handled, append: undefined }));
  const read = { service: 'query-api', method: 'GET', route: '/api/teams', status: 200 };
  signals.answered.send(() => ({ ...took, ...read }));
  signals.gatewayAnswered.send(() => ({ ...took, ...read, service: 'gateway', traceparent, traceresponse: undefined }));
  await tracing.stop();
  expect(receiver.spansOf(traceId).map(({ name }) => name)).toEqual(['handle RateError']);
  expect(receiver.text()).not.toContain('GET');
});

test('the stream itself is not named', async () => {
  tellOfCommand();
  await tracing.stop();
  expect(receiver.text()).not.toContain(stream);
});

test('without a collector spans are dropped, a line of the log says so, and the end does not wait', async () => {
  await tracing.stop();
  tracing = startTracing(`http://127.0.0.1:${await freePort()}/`, '1.2.3', logger);
  const began = performance.now();
  for (let count = 0; count < 10_000; count += 1) tellOfCommand();
  const tellingMs = performance.now() - began;
  await vi.waitFor(() => expect(lines.join('')).toContain('traces cannot be sent'), { timeout: 20_000 });
  const stopping = performance.now();
  await tracing.stop();
  expect(performance.now() - stopping).toBeLessThan(5_000);
  expect(lines.filter((line) => line.includes('traces cannot be sent'))).toHaveLength(1);
  // 80,000 signals: a queue without a bound would hold all of their spans.
  expect(tellingMs / 10_000).toBeLessThan(10);
}, 40_000);

test('after its end it hears nothing', async () => {
  await tracing.stop();
  for (const signal of Object.values(signals)) if (signal instanceof signals.Signal) expect(signal.isHeard).toBe(false);
});
