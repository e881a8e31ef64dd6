/**
 * Holds for EventStoreDB as well: `EVENTSTORE_URL=esdb://… npx vitest run --project integration
 * infra/verification/faults/event-log/racing`.
 */
import { randomUUID } from 'node:crypto';
import {
  NO_STREAM,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
  type AppendResult,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  collect,
  connectClient,
  newStream,
  numbered,
  type ConnectedClient,
} from '../../../runtime/event-log/testing.ts';
import { WHOLE } from './whole.ts';

const WRITERS = 8;
const WINS = WHOLE ? 500 : 150;

let connected: ConnectedClient;
beforeAll(async () => void (connected = await connectClient()));
afterAll(() => connected?.stop());

/** An event that was acknowledged at a revision. */
interface Win {
  readonly revision: bigint;
  readonly id: string;
}

/** Appends at the revision that it knows, and takes the actual one from each refusal. */
async function race(client: EventStoreDBClient, stream: string): Promise<{ wins: Win[]; conflicts: number }> {
  const wins: Win[] = [];
  let conflicts = 0;
  let expectedRevision: AppendExpectedRevision = NO_STREAM;
  while (wins.length < WINS) {
    const id = randomUUID();
    try {
      const { nextExpectedRevision }: AppendResult = await client.appendToStream(stream, numbered(wins.length, id), {
        expectedRevision,
      });
      wins.push({ revision: nextExpectedRevision, id });
      expectedRevision = nextExpectedRevision;
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error;
      conflicts += 1;
      expectedRevision = error.actualVersion;
    }
  }
  return { wins, conflicts };
}

test('exactly one of 8 writers that race for a stream wins each revision', async () => {
  const stream = newStream('race');
  // Clients whose settings differ have connections of their own.
  const clients = Array.from({ length: WRITERS }, (_, writer) =>
    connected.connect({ keepAliveInterval: String(10_000 + writer) }),
  );
  const raced = await Promise.all(clients.map((client) => race(client, stream)));

  const wins = raced.flatMap((writer) => writer.wins).toSorted((a, b) => Number(a.revision - b.revision));
  const conflicts = raced.reduce((sum, writer) => sum + writer.conflicts, 0);
  expect(wins.map(({ revision }) => revision)).toEqual(
    Array.from({ length: WRITERS * WINS }, (_, index) => BigInt(index)),
  );
  expect(
    (await collect(connected.client.readStream(stream))).map(({ event }) => ({
      revision: event?.revision,
      id: event?.id,
    })),
  ).toEqual(wins);
  expect(conflicts).toBeGreaterThan(0);
}, 120_000);
