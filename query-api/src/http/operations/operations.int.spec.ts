import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Operations } from 'language/contract/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const enginesAt = (port: number) => ({
  EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
  REDIS_URL: `redis://127.0.0.1:${port}`,
});

/** The look of an instance of its own: the looks of one are shared. */
async function look(changed: Parameters<TestEnvironment['another']>[2] = {}): Promise<Operations> {
  const instance = await environment.another(undefined, undefined, changed);
  try {
    const headers = { authorization: `bearer ${environment.tokens.sami}` };
    const answer = await fetch(`${instance.url}/api/operations`, { headers });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Operations;
  } finally {
    await instance.stop();
  }
}
const kindsOf = ({ warnings }: Operations) => warnings.map(({ kind }) => kind);

test("is the admin account's alone", async () => {
  for (const token of [environment.tokens.mona, environment.tokens.karim, environment.tokens.dina])
    expect((await environment.get('/api/operations', { token })).status).toBe(403);
  expect((await environment.get('/api/operations')).status).toBe(401);
});

test('has numbers and ids, and names no person', async () => {
  const operations = await look({ DATA_DIR: '.' });
  expect(operations).toMatchObject({
    version: { product: expect.stringMatching(/^\d/), node: process.versions.node },
    eventLog: { position: expect.stringMatching(/^\d+$/) },
    queue: { engine: 'postgres', waiting: 0 },
    disk: { isHere: true, space: { bytes: expect.any(Number), freeBytes: expect.any(Number) } },
    sessions: { people: 4, sessions: 4, begun: { withinHour: 4, withinFourHours: 0, earlier: 0 } },
    backup: { last: null },
  });
  expect(operations.services?.map(({ service }) => service)).toContain('query-api');
  expect(operations.rows?.projections.map(({ projection }) => projection)).toContain('clinical');
  for (const name of ['Mona', 'mona', 'Karim', 'أحمد']) expect(JSON.stringify(operations)).not.toContain(name);
});

test('a parked stream is shown with kind, id, place and reason', async () => {
  const unpark = await environment.park('admission-adm-1');
  const { parked, warnings } = await look();
  await unpark();
  expect(parked).toEqual({
    total: 1,
    newest: [
      {
        projection: 'clinical',
        stream: 'admission-adm-1',
        kind: 'admission',
        id: 'adm-1',
        revision: '99',
        eventType: 'SomethingHappened',
        reason: 'poison',
        since: expect.any(String),
        waitsForNewerProgram: false,
      },
    ],
  });
  expect(warnings).toContainEqual(expect.objectContaining({ kind: 'streamsParked', values: { streams: 1 } }));
});

test('it answers when event log and queue are away', async () => {
  const operations = await look(enginesAt(1));
  expect([operations.eventLog, operations.queue]).toEqual([null, null]);
  expect(operations.database?.bytes).toBeGreaterThan(0);
  expect(kindsOf(operations)).toEqual(expect.arrayContaining(['eventLogAway', 'queueAway']));
});

test('it answers when event log and queue take a connection and then never answer', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    const operations = await look(enginesAt((silent.address() as AddressInfo).port));
    expect([operations.eventLog, operations.queue]).toEqual([null, null]);
    expect(operations.sessions?.people).toBe(4);
    expect(sockets.size).toBeGreaterThan(1);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});

test('a service without a data folder says that the disk is elsewhere', async () => {
  const operations = await look();
  expect(operations.disk).toEqual({ isHere: false, space: null });
  expect(kindsOf(operations)).not.toContain('partUnknown');
});

test('pages that ask at the same time share a look', async () => {
  const asSami = { token: environment.tokens.sami };
  const answers = await Promise.all([1, 2, 3].map(() => environment.get('/api/operations', asSami)));
  expect(new Set(answers.map(({ body }) => (body as Operations).at)).size).toBe(1);
});
