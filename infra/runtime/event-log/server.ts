/** The embedded event log: EventStoreDB's gRPC protocol over a table in Postgres (README.md). */
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import monitoringGrpc from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js';
import persistentGrpc from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projectionsGrpc from '@eventstore/db-client/generated/projections_grpc_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import { Server, type ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import { POSTGRES_TIMEOUTS } from 'service-kit/postgres/availability';
import type { Logger } from 'service-kit/process/logger';
import { hostname } from 'node:os';
import { Pool } from 'pg';
import { hostAndPort, reachableHost } from '../start/program/address.ts';
import { checkCredentials } from './access/check-credentials.ts';
import { type Lives, logUrl } from './access/log-credentials.ts';
import { openServerIdentity } from './access/server-identity.ts';
import { appendCall } from './calls/append.ts';
import { batchAppendCall } from './calls/batch-append.ts';
import { deleteCall, tombstoneCall } from './calls/delete.ts';
import { framesOf } from './calls/frames.ts';
import { ActiveCalls } from './calls/active-calls.ts';
import { unimplemented } from './calls/unimplemented.ts';
import { readCall } from './calls/read.ts';
import { serverFeaturesCall } from './calls/server-features.ts';
import { KnownStreams } from './store/known-streams.ts';
import { Reader } from './store/read/reader.ts';
import { Tail } from './store/tail.ts';
import { Writer } from './store/write/writer.ts';

const STOP_MS = 3_000;
const READ_CONNECTIONS = 8;

/** The largest messages are a chunk of an append (3 MiB by default) and an event of the log. */
const channelOptions = {
  'grpc.max_receive_message_length': 17 * 1024 * 1024,
  'grpc.max_send_message_length': 17 * 1024 * 1024,
  // The client pings every 10 s, also without a call. The server finds dead clients in the same way.
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.http2.min_ping_interval_without_data_ms': 1_000,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 10_000,
};

/**
 * The client's service definition. Appends and the responses of reads and batch appends are bytes here: `protocol/`
 * reads and writes them by hand.
 */
const { StreamsService } = streamsGrpc;
const unchanged = (message: Buffer): Buffer => message;
const streamsService = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: framesOf },
  append: { ...StreamsService.append, requestDeserialize: unchanged },
  batchAppend: { ...StreamsService.batchAppend, requestDeserialize: unchanged, responseSerialize: framesOf },
};

const unimplementedServices: readonly (readonly [ServiceDefinition, string])[] = [
  [
    persistentGrpc.PersistentSubscriptionsService,
    'know persistent subscriptions: subscribe to the stream or to $all, and keep your own position',
  ],
  [projectionsGrpc.ProjectionsService, 'run projections'],
  [usersGrpc.UsersService, 'manage users: it has one, whose password lies in its data folder'],
  [operationsGrpc.OperationsService, 'have maintenance operations: it keeps its log in Postgres, which has its own'],
  [gossipGrpc.GossipService, 'run as a cluster'],
  [monitoringGrpc.MonitoringService, 'report statistics'],
];

export interface EventLogServer {
  readonly port: number;
  /** Connection string for `@eventstore/db-client`. It holds the password. */
  readonly url: string;
  /** Writes the appends that wait, ends all calls and releases the log. May be called again. */
  stop(): Promise<void>;
}

/**
 * Migrates the schema `event_log`, takes the writer's lock and listens, with TLS and for calls with credentials alone.
 * @param options.dataDir keeps the credentials (`access/log-credentials.ts`)
 * @param options.port 0 for any free port
 * @throws LogInUse when another server writes to the same database
 * @throws CannotStart when this user cannot use the folder of the credentials
 */
export async function startEventLog(options: {
  databaseUrl: string;
  dataDir: string;
  host: string;
  port: number;
  lives?: Lives;
  logger: Logger;
}): Promise<EventLogServer> {
  const { databaseUrl, dataDir, host, lives, logger } = options;
  const identity = await openServerIdentity({ dataDir, hosts: hostsOf(host), lives, logger });
  const pool = new Pool({
    connectionString: databaseUrl,
    max: READ_CONNECTIONS,
    ...POSTGRES_TIMEOUTS,
    application_name: 'event-log reader',
  });
  pool.on('error', (error) => logger.warn({ error }, 'a reading connection was lost'));
  const store = { tail: new Tail(), reader: new Reader(pool), streams: new KnownStreams() };
  const writer = new Writer({ databaseUrl, ...store, logger });
  const calls = new ActiveCalls();

  const server = new Server({ ...channelOptions, interceptors: [checkCredentials(identity.credentials)] });
  server.addService(streamsService, {
    read: readCall(store, calls, logger),
    append: appendCall(writer, calls),
    batchAppend: batchAppendCall(writer, calls, logger),
    delete: deleteCall(writer),
    tombstone: tombstoneCall(writer),
  });
  server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: serverFeaturesCall });
  for (const [service, what] of unimplementedServices) server.addService(service, unimplemented(service, what));

  const stopAll = async (): Promise<void> => {
    identity.stop();
    await writer.stop();
    calls.stopAll();
    await shutDown(server);
    await pool.end();
  };
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopAll());
  try {
    await writer.start();
    const port = await listen(server, hostAndPort(host, options.port), identity.tls);
    return { port, url: logUrl(identity.credentials, hostAndPort(reachableHost(host), port)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The names by which clients on other machines reach a server that listens on `host`, where it can be reached. */
const hostsOf = (host: string): string[] => (host === reachableHost(host) ? [host] : [hostname(), reachableHost(host)]);

const listen = (server: Server, address: string, tls: ServerCredentials): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, tls, (error, bound) => (error ? reject(error) : resolve(bound)));
  });

/** Lets responses arrive, but does not wait for a client that keeps its connection. */
const shutDown = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, STOP_MS);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
