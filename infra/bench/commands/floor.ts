/** The floor of a command's cost, measured like the product (`floor-server.ts`). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Written } from 'command-api/contract/entities';
import { watchTeam } from '../teammates.ts';
import type { NamedProcess } from '../processes/process-tree.ts';
import { type LoadFigures, measureLoad, type Rate } from './load.ts';

/** @param bodyOf the body of a command, as the product gets it */
export async function measureFloor(options: {
  databaseUrl: string;
  postgres: readonly NamedProcess[];
  sockets: number;
  warmUp: Rate;
  rate: Rate;
  bodyOf: (index: number) => object;
}): Promise<LoadFigures> {
  const server = fork(fileURLToPath(new URL('./floor-server.js', import.meta.url)), {
    execArgv: [],
    env: { ...process.env, DATABASE_URL: options.databaseUrl },
  });
  const [port] = (await once(server, 'message')) as [number];
  const url = `http://127.0.0.1:${port}`;
  const mates = await watchTeam(url, 'team', ['none'], options.sockets);
  const target = {
    mates,
    processes: [{ name: 'route', pid: server.pid ?? 0 }, ...options.postgres],
    async send(index: number): Promise<Written> {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(options.bodyOf(index)),
      });
      if (!answer.ok) throw new Error(`The floor answered ${answer.status}`);
      return (await answer.json()) as Written;
    },
  };
  try {
    await measureLoad(target, options.warmUp);
    return await measureLoad(target, options.rate, options.warmUp.perSecond * options.warmUp.seconds);
  } finally {
    mates.close();
    server.disconnect();
    await once(server, 'exit');
  }
}
