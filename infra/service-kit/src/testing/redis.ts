/**
 * For `*.int.spec.ts` only: Debian's redis-server on a free port, without persistence (a failed save would keep it from
 * ending).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../process/free-port.ts';

export interface RedisForSpecs {
  readonly url: string;
  stop(): Promise<void>;
}

/** @param givenPort a free one by default @throws Error when redis-server is not installed */
export async function startRedis(givenPort?: number): Promise<RedisForSpecs> {
  const port = givenPort ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'redis-for-specs-'));
  const server = spawn(
    process.env['REDIS_SERVER_PATH'] ?? 'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'no',
      '--maxmemory-policy',
      'noeviction',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(server, 'exit').catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    server.on('error', () =>
      reject(new Error('redis-server is not installed; this spec needs it: apt-get install -y redis-server')),
    );
    server.on('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    let said = '';
    server.stdout.on('data', (text) => {
      said += String(text);
      if (/ready to accept connections/i.test(said)) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
