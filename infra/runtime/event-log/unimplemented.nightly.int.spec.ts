/** Calls of EventStoreDB that the embedded event log does not have fail with a sentence. */
import {
  EventStoreDBClient,
  NO_STREAM,
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
  UnsupportedError,
} from '@eventstore/db-client';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect, failureOf, newStream, numbered, numbersIn } from './testing.ts';

const UNIMPLEMENTED = 12;
let installation: Installation;
let client: EventStoreDBClient;
beforeAll(async () => {
  installation = await freshInstallation();
  client = EventStoreDBClient.connectionString(installation.eventstoreUrl);
});
afterAll(async () => {
  await client.dispose();
  await installation.stop();
});

const group = 'spec';
test.each<[string, () => Promise<unknown>]>([
  [
    'persistent subscriptions to a stream: to make one',
    () =>
      client.createPersistentSubscriptionToStream(
        newStream(),
        group,
        persistentSubscriptionToStreamSettingsFromDefaults(),
      ),
  ],
  [
    'persistent subscriptions to a stream: to change one',
    () =>
      client.updatePersistentSubscriptionToStream(
        newStream(),
        group,
        persistentSubscriptionToStreamSettingsFromDefaults(),
      ),
  ],
  [
    'persistent subscriptions to a stream: to remove one',
    () => client.deletePersistentSubscriptionToStream(newStream(), group),
  ],
  [
    'persistent subscriptions to a stream: to read one',
    () => collect(client.subscribeToPersistentSubscriptionToStream(newStream(), group)),
  ],
  ['projections: to make one', () => client.createProjection(newStream(), 'fromAll()')],
  ['projections: to enable one', () => client.enableProjection('$by_category')],
  ['projections: to list them', () => client.listProjections()],
  ['projections: to ask for a state', () => client.getProjectionState('$by_category')],
])('it does not keep %s', async (_, attempt) => {
  const failure = await failureOf(attempt());
  expect(failure).toMatchObject({ type: 'unknown', code: UNIMPLEMENTED });
  expect((failure as Error).message).toMatch(/^12 UNIMPLEMENTED: \S+ .+ (does not|is not) /);
});

test('the client refuses what it expects of a newer server only', async () => {
  expect(
    await failureOf(client.createPersistentSubscriptionToAll(group, persistentSubscriptionToAllSettingsFromDefaults())),
  ).toBeInstanceOf(UnsupportedError);
});

test('the connection stays usable', async () => {
  const stream = newStream();
  await failureOf(client.listProjections());
  expect(await client.appendToStream(stream, [numbered(0)], { expectedRevision: NO_STREAM })).toMatchObject({
    success: true,
  });
  expect(await numbersIn(client, stream)).toEqual([0]);
});
