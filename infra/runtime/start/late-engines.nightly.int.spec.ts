/** Engines of the settings that start after the product. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { freshInstallation } from 'service-kit/testing/installation';
import { startRedis } from 'service-kit/testing/redis';
import { openTcpProxy } from 'service-kit/testing/tcp-proxy';
import { expect, onTestFinished, test } from 'vitest';
import { startProduct } from '../../verification/test/product.ts';

/** A port whose connections end at once, like that of a machine that is starting. */
async function portOfNone() {
  const server = createServer((socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Resolves when the product has tried it, and frees the port. */
    async tried() {
      await once(server, 'connection');
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Fault: the start ended with `connect ECONNREFUSED` after a second, and without Redis it waited without a word.
test('Postgres and Redis that come after the product are waited for by name', async () => {
  const elsewhere = await freshInstallation();
  onTestFinished(() => elsewhere.stop());
  const [postgres, redis] = [await portOfNone(), await portOfNone()];
  const databaseUrl = new URL(elsewhere.databaseUrl);
  databaseUrl.port = String(postgres.port);
  const starting = startProduct({
    env: {
      DATABASE_URL: databaseUrl.href,
      EVENTSTORE_URL: elsewhere.eventstoreUrl,
      MASTER_KEY: elsewhere.masterKey,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    },
  });
  await postgres.tried();
  const proxy = await openTcpProxy(elsewhere.databaseUrl, postgres.port);
  onTestFinished(() => proxy.close());
  await redis.tried();
  const started = await startRedis(redis.port);
  onTestFinished(() => started.stop());
  const product = await starting;
  onTestFinished(async () => void (await product.stop()));
  for (const setting of ['DATABASE_URL', 'REDIS_URL'])
    expect(product.log()).toContain(`${setting}: the server does not answer, the start waits for it`);
});
