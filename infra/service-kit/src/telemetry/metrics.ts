/** The metrics of a process, for Prometheus (docs/operations.md, "What to watch"). Loaded only where they are on. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../concurrency/with-timeout.ts';
import type { Readiness } from '../http/health.ts';
import { gauges, type Reading, readingsOfReadiness } from './gauges.ts';
import { readingsOfPools } from './pools.ts';
import * as signals from './signals.ts';

/** A service without an answer after this time is not ready. Prometheus waits ten seconds for all. */
const ANSWER_MS = 3_000;
const REQUEST_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];
const COMMAND_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const NOTICE_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
/** Each look at the event loop wakes the process: every 10 ms cost 5.3 ms of CPU a second at rest, every 20 ms 3.8 ms. */
const LOOP_PRECISION_MS = 20;
/** Node accepts some thirty methods; only these have routes. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** The state of a service that the metrics show. */
export interface Watched {
  readonly ready?: (() => Promise<Readiness>) | undefined;
  readonly readings?: (() => Promise<readonly Reading[]>) | undefined;
}

/** A service of this process. */
export interface WatchedService extends Watched {
  readonly service: string;
}

export interface Metrics {
  /** The media type of the text. */
  readonly contentType: string;
  /** All metrics. Calls at the same time share one reading of the gauges. */
  text(): Promise<string>;
  watch(service: WatchedService): void;
  stop(): void;
}

/** @param about the process, for each series; and the version of the product */
export function startMetrics(about: { readonly process: string; readonly version: string }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: about.process });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
  const stopListening = listen(registry);
  const gaugeOf = new Map<string, Gauge>();
  for (const [name, [help, ...labelNames]] of Object.entries(gauges))
    gaugeOf.set(name, new Gauge({ name, help, labelNames, registers: [registry] }));
  new Gauge({
    name: 'pharmacy_build_info',
    help: 'Always 1; the version is its label',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: about.version }, 1);

  const watched: WatchedService[] = [];
  let reading: Promise<void> | undefined;
  const readAll = async (): Promise<void> => {
    const readings = [...readingsOfPools(), ...(await Promise.all(watched.map(readingsOf))).flat()];
    // Labels that are gone, such as a pool's, leave no series behind.
    for (const gauge of gaugeOf.values()) gauge.reset();
    for (const { name, labels = {}, value } of readings) gaugeOf.get(name)?.set(labels, value);
  };
  return {
    contentType: registry.contentType,
    async text() {
      reading ??= readAll().finally(() => (reading = undefined));
      await reading;
      return registry.metrics();
    },
    watch: (service) => void watched.push(service),
    stop() {
      stopListening();
      registry.clear();
    },
  };
}

async function readingsOf({ service, ready, readings }: WatchedService): Promise<readonly Reading[]> {
  const inTime = <Value>(value: Promise<Value>): Promise<Value | undefined> =>
    withTimeout(ANSWER_MS, value, () => new Error('No answer in time')).catch(() => undefined);
  const [readiness, own] = await Promise.all([ready && inTime(ready()), readings && inTime(readings())]);
  return [...(ready ? readingsOfReadiness(service, readiness) : []), ...(own ?? [])];
}

/** Counts what the signals tell. @returns ends the counting */
function listen(registry: Registry): () => void {
  const registers = [registry];
  const requests = new Counter({
    name: 'pharmacy_http_requests_total',
    help: 'Requests by template of the route and class of the status; aborted: the client went away',
    labelNames: ['service', 'method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'pharmacy_http_request_duration_seconds',
    help: 'Time until the answer',
    labelNames: ['service', 'method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const commands = new Counter({
    name: 'pharmacy_commands_total',
    help: 'Commands by outcome',
    labelNames: ['command', 'outcome'],
    registers,
  });
  const retries = new Counter({
    name: 'pharmacy_command_retries_total',
    help: 'Decided again, because another process wrote to the stream first',
    labelNames: ['command'],
    registers,
  });
  const commandSeconds = new Histogram({
    name: 'pharmacy_command_duration_seconds',
    help: 'Time of a command from its decision to the log',
    labelNames: ['command'],
    buckets: COMMAND_BUCKETS,
    registers,
  });
  const appendSeconds = new Histogram({
    name: 'pharmacy_event_log_append_duration_seconds',
    help: 'Time of an append to the event log',
    buckets: COMMAND_BUCKETS,
    registers,
  });
  const rowSeconds = new Histogram({
    name: 'pharmacy_projection_transaction_duration_seconds',
    help: 'Time of a transaction that writes rows',
    labelNames: ['projection'],
    buckets: COMMAND_BUCKETS,
    registers,
  });
  const projectedEvents = new Counter({
    name: 'pharmacy_projected_events_total',
    help: 'Events that became rows',
    labelNames: ['projection'],
    registers,
  });
  const noticeSeconds = new Histogram({
    name: 'pharmacy_live_notice_delay_seconds',
    help: "From a person's command to the notice at teammates' sockets",
    buckets: NOTICE_BUCKETS,
    registers,
  });

  const countAnswer = ({ service, method, route = 'none', status, ms }: signals.Answered): void => {
    const labels = { service, method: METHODS.has(method) ? method : 'other', route };
    requests.inc({ ...labels, status: status === 0 ? 'aborted' : `${Math.floor(status / 100)}xx` });
    requestSeconds.observe(labels, ms / 1_000);
  };
  const endings = [
    signals.answered.hear(countAnswer),
    signals.gatewayAnswered.hear(countAnswer),
    signals.commandHandled.hear(({ command, outcome, retries: count, ms }) => {
      commands.inc({ command, outcome });
      if (count > 0) retries.inc({ command }, count);
      commandSeconds.observe({ command }, ms / 1_000);
    }),
    signals.appended.hear(({ ms }) => appendSeconds.observe(ms / 1_000)),
    signals.rowsWritten.hear(({ projection, events, ms }) => {
      rowSeconds.observe({ projection }, ms / 1_000);
      projectedEvents.inc({ projection }, events);
    }),
    signals.noticeSent.hear(({ occurredAt, startedAt, ms }) =>
      noticeSeconds.observe(Math.max(0, startedAt + ms - occurredAt) / 1_000),
    ),
  ];
  return () => {
    for (const end of endings) end();
  };
}
