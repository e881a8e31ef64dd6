import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import type { Product } from '../../test/product.ts';
import { pidOf } from './restarts.ts';

test('a process of this machine is not taken for an engine of another one on the same port', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const product = {} as Product;
  expect(await pidOf(product, 'redis', { redis: `redis://127.0.0.1:${port}` })).toBe(process.pid);
  await expect(pidOf(product, 'redis', { redis: `redis://db.hospital.example:${port}` })).rejects.toThrow(
    'redis is not on this machine',
  );
  other.close();
});
