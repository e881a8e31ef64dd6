/**
 * Traces of commands, from the request to the notice at teammates' screens, sent by OTLP over HTTP
 * (docs/decisions/installation/metrics.md). Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set. A span says which
 * command of which kind worked on which type of stream, and how long; never on whom, by whom or with what.
 */
import {
  type Attributes,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { withTimeout } from '../concurrency/with-timeout.ts';
import type { Running } from '../process/lifecycle.ts';
import type { Logger } from '../process/logger.ts';
import * as signals from './signals.ts';
import {
  appendSpanId,
  parseTraceparent,
  projectionSpanId,
  randomSpanId,
  streamTypeOf,
  traceIdOf,
} from './trace-ids.ts';

/** Spans that wait for the exporter; the next ones are dropped. */
const WAITING_MAX = 2_048;
const EXPORT_EVERY_MS = 1_000;
const EXPORT_MS = 5_000;
/** The spans that still wait at the end get this time. */
const LAST_EXPORT_MS = 1_500;
const WARN_EVERY_MS = 60_000;

interface SpanFacts {
  readonly took: signals.Took;
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string | undefined;
  readonly kind?: SpanKind;
  readonly isFailed?: boolean;
  readonly attributes?: Attributes;
}

/** @param version of the product */
export function startTracing(endpoint: string, version: string, logger: Logger): Running {
  warnOfFailures(logger);
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({
      url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
      timeoutMillis: EXPORT_MS,
    }),
    maxQueueSize: WAITING_MAX,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_MS,
  });
  const record = createRecorder(processor, version);
  const stopListening = listen(record);
  return {
    async stop() {
      stopListening();
      await withTimeout(LAST_EXPORT_MS, processor.shutdown(), () => new Error('No answer in time')).catch(
        () => undefined,
      );
      diag.disable();
    },
  };
}

/** Spans are made when they have ended, with ids that are known before. */
function createRecorder(processor: BatchSpanProcessor, version: string): (span: SpanFacts) => void {
  const tracers = new Map<string, Tracer>();
  let next = { traceId: '', spanId: '' };
  const idGenerator = { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId };
  const tracerOf = (service: string): Tracer => {
    const known = tracers.get(service);
    if (known) return known;
    const tracer = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
      spanProcessors: [processor],
      idGenerator,
    }).getTracer('clinical-pharmacy');
    tracers.set(service, tracer);
    return tracer;
  };
  return ({ service, name, traceId, spanId, parentId, kind = SpanKind.INTERNAL, isFailed, attributes = {}, took }) => {
    next = { traceId, spanId };
    const context =
      parentId === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, {
            traceId,
            spanId: parentId,
            traceFlags: TraceFlags.SAMPLED,
            isRemote: true,
          });
    const span = tracerOf(service).startSpan(name, { kind, attributes, startTime: took.startedAt }, context);
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(took.startedAt + took.ms);
  };
}

function listen(record: (span: SpanFacts) => void): () => void {
  /** Spans of requests that are under way, by command id. A request has one end, so that they leave again. */
  const requests = new Map<string, { readonly spanId: string; readonly parentId: string | undefined }>();
  const attributesOf = (commandId: string, stream: string): Attributes => ({
    'command.id': commandId,
    'stream.type': streamTypeOf(stream),
  });

  const endings = [
    signals.commandReceived.hear(({ commandId, traceparent }) => {
      requests.set(commandId, { spanId: randomSpanId(), parentId: parseTraceparent(traceparent)?.spanId });
    }),
    signals.answered.hear(({ service, commandId, method, route = 'none', status, ...took }) => {
      const request = commandId === undefined ? undefined : requests.get(commandId);
      if (commandId === undefined || !request) return;
      requests.delete(commandId);
      record({
        took,
        service,
        name: `${method} ${route}`,
        traceId: traceIdOf(commandId),
        ...request,
        kind: SpanKind.SERVER,
        isFailed: status >= 500,
        attributes: { 'command.id': commandId, 'http.response.status_code': status },
      });
    }),
    signals.gatewayAnswered.hear(({ method, route, status, traceparent, traceresponse, ...took }) => {
      const [own, command] = [parseTraceparent(traceparent), parseTraceparent(traceresponse)];
      if (!own || !command) return;
      record({
        took,
        service: 'gateway',
        name: `${method} ${route ?? 'none'}`,
        traceId: command.traceId,
        spanId: own.spanId,
        kind: SpanKind.SERVER,
        isFailed: status >= 500 || status === 0,
        attributes: { 'http.response.status_code': status },
      });
    }),
    signals.commandHandled.hear(({ command, commandId, stream, outcome, retries, append, ...took }) => {
      const [traceId, spanId] = [traceIdOf(commandId), randomSpanId()];
      const attributes = { ...attributesOf(commandId, stream), 'command.name': command };
      record({
        took,
        service: 'command-api',
        name: `handle ${command}`,
        traceId,
        spanId,
        parentId: requests.get(commandId)?.spanId,
        isFailed: outcome === 'failed' || outcome === 'unavailable',
        attributes: { ...attributes, 'command.outcome': outcome, 'command.retries': retries },
      });
      if (append)
        record({
          took: append,
          service: 'command-api',
          name: 'append',
          traceId,
          spanId: appendSpanId(commandId, stream),
          parentId: spanId,
          attributes,
        });
    }),
    signals.dispatched.hear(({ written, ...took }) => {
      for (const { commandId, stream } of written)
        record({
          took,
          service: 'projections',
          name: 'dispatch',
          traceId: traceIdOf(commandId),
          spanId: randomSpanId(),
          parentId: appendSpanId(commandId, stream),
          attributes: attributesOf(commandId, stream),
        });
    }),
    signals.commandsProjected.hear(({ projection, written, ...took }) => {
      for (const { commandId, stream } of written)
        record({
          took,
          service: 'projections',
          name: `project ${projection}`,
          traceId: traceIdOf(commandId),
          spanId: projectionSpanId(commandId, stream, projection),
          parentId: appendSpanId(commandId, stream),
          attributes: attributesOf(commandId, stream),
        });
    }),
    signals.noticeSent.hear(({ stream, commandIds, ...took }) => {
      for (const commandId of commandIds)
        record({
          took,
          service: 'query-api',
          name: 'notice',
          traceId: traceIdOf(commandId),
          spanId: randomSpanId(),
          parentId: appendSpanId(commandId, stream),
          attributes: attributesOf(commandId, stream),
        });
    }),
  ];
  return () => {
    for (const end of endings) end();
  };
}

/** An exporter that is away is worth a line a minute. Spans are lost meanwhile, and nothing else. */
function warnOfFailures(logger: Logger): void {
  let next = 0;
  const warn = (message: string): void => {
    if (Date.now() < next) return;
    next = Date.now() + WARN_EVERY_MS;
    logger.warn({ reason: message }, 'traces cannot be sent');
  };
  const nothing = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
