/** The floor of a command's cost, measured like the product (`floor-server.ts`). */
import type { Written } from 'language/contract/entities';
import { callJson } from '../http-client.ts';
import { startForked } from '../processes/forked.ts';
import type { NamedProcess } from '../processes/process-tree.ts';
import { watchTeam } from '../teammates.ts';
import { bodyOf } from './entries.ts';
import { type LoadFigures, measureLoad, type Rate } from './load.ts';

const REVIEWS = 20;

export async function measureFloor(options: {
  databaseUrl: string;
  postgres: readonly NamedProcess[];
  sockets: number;
  warmUp: Rate;
  rate: Rate;
}): Promise<LoadFigures> {
  const program = new URL('./floor-server.js', import.meta.url);
  const server = await startForked(program, { ...process.env, DATABASE_URL: options.databaseUrl });
  const url = `http://127.0.0.1:${String(server.said)}`;
  const mates = await watchTeam(url, 'team', ['none'], options.sockets);
  const target = {
    mates,
    processes: [{ name: 'route', pid: server.pid }, ...options.postgres],
    async send(index: number): Promise<Written> {
      const body = bodyOf(`review ${index % REVIEWS}`, 'drug', index);
      return (await callJson<Written>(url, '/', { token: 'none', method: 'POST', body })).answer;
    },
  };
  try {
    await measureLoad(target, options.warmUp);
    return await measureLoad(target, options.rate, options.warmUp.perSecond * options.warmUp.seconds);
  } finally {
    mates.close();
    await server.stop();
  }
}
