/** States that are read when they are asked for: the gauges of `/metrics`, and the numbers of a service. */
import * as z from 'zod';
import type { Readiness } from '../http/health.ts';

/** Name, help and labels of each. Every label has few values, which the program or the installation names. */
export const gauges = {
  pharmacy_service_ready: ['1: the service answers GET /api/ready with 200', 'service'],
  pharmacy_check_ok: ['1: this part of the readiness of a service is good', 'service', 'check'],
  pharmacy_projection_behind_streams: ['Streams with events that have no rows yet', 'projection'],
  pharmacy_projection_lag_seconds: ['How long the stream that waits longest has waited for its rows', 'projection'],
  pharmacy_projection_parked_streams: ['Streams that an event has stopped', 'projection'],
  pharmacy_projection_rebuilding: ['1: its rows are being rebuilt, or their rebuild has failed', 'projection'],
  pharmacy_follower_ok: ['0: the follower of the log has not reported for a minute', 'follower'],
  pharmacy_follower_behind_seconds: ['Age of the last moment up to which all is handled', 'follower'],
  pharmacy_queue_jobs: ['Jobs of the queue', 'state'],
  pharmacy_live_sockets: ['Live connections of this process'],
  pharmacy_sessions: ['Sessions that are open'],
  pharmacy_database_bytes: ['Size of the Postgres database'],
  pharmacy_disk_bytes: ['Size of the file system of DATA_DIR'],
  pharmacy_disk_free_bytes: ['What is free of it'],
  pharmacy_backup_timestamp_seconds: ['When the last good backup was made, in seconds since 1970; 0: none was made'],
  pharmacy_mails_waiting_seconds: ['For how long the oldest mail that is not sent has waited'],
  pharmacy_anchor_statement_waiting_seconds: ['For how long a destination has lacked the newest statement'],
  pharmacy_certificate_end_timestamp_seconds: ['When it ends, in seconds since 1970', 'certificate'],
  pharmacy_engine_start_timestamp_seconds: ['When Postgres, or the writer of the embedded log, began', 'engine'],
  pharmacy_postgres_connections: ['Connections of this process to Postgres', 'pool', 'state'],
  pharmacy_postgres_waiting: ['Calls of this process that wait for a connection', 'pool'],
} as const satisfies Record<string, readonly [help: string, ...labels: string[]]>;

export interface Reading {
  readonly name: keyof typeof gauges;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

const Projections = z.object({
  each: z.record(
    z.string(),
    z.object({
      behind: z.number(),
      oldestSeconds: z.number(),
      parked: z.number(),
      rebuild: z.string().optional(),
    }),
  ),
});
const Followers = z.object({
  each: z.record(z.string(), z.object({ ok: z.boolean(), behindSeconds: z.number().nullable() })),
});

/**
 * The answer of `GET /api/ready` as numbers: it is the only source of them.
 * @param readiness undefined: no answer
 */
export function readingsOfReadiness(service: string, readiness: Readiness | undefined): Reading[] {
  const readings: Reading[] = [
    { name: 'pharmacy_service_ready', labels: { service }, value: Number(readiness?.ready ?? false) },
  ];
  for (const [check, { ok }] of Object.entries(readiness?.checks ?? {}))
    readings.push({ name: 'pharmacy_check_ok', labels: { service, check }, value: Number(ok) });
  const projections = Projections.safeParse(readiness?.checks['projections']).data?.each ?? {};
  for (const [projection, { behind, oldestSeconds, parked, rebuild }] of Object.entries(projections))
    readings.push(
      { name: 'pharmacy_projection_behind_streams', labels: { projection }, value: behind },
      { name: 'pharmacy_projection_lag_seconds', labels: { projection }, value: oldestSeconds },
      { name: 'pharmacy_projection_parked_streams', labels: { projection }, value: parked },
      { name: 'pharmacy_projection_rebuilding', labels: { projection }, value: Number(rebuild !== undefined) },
    );
  const followers = Followers.safeParse(readiness?.checks['followers']).data?.each ?? {};
  for (const [follower, { ok, behindSeconds }] of Object.entries(followers)) {
    readings.push({ name: 'pharmacy_follower_ok', labels: { follower }, value: Number(ok) });
    if (behindSeconds !== null)
      readings.push({ name: 'pharmacy_follower_behind_seconds', labels: { follower }, value: behindSeconds });
  }
  return readings;
}
