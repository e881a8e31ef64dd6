/** Starts the control (`control-server.ts`) beside the product, with the product's settings. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { settingsOf } from '../../test/settings-of.ts';
import type { Folder } from './folder.ts';

export interface Control {
  readonly base: string;
  close(): Promise<void>;
}

export async function startControl({ product }: Folder): Promise<Control> {
  const server = fork(fileURLToPath(new URL('./control-server.js', import.meta.url)), {
    execArgv: [],
    env: await settingsOf(product, 'query-api'),
  });
  const [port] = (await once(server, 'message')) as [number];
  return {
    base: `http://127.0.0.1:${port}`,
    async close() {
      server.disconnect();
      await once(server, 'exit');
    },
  };
}

/** The control's path for the same statements as a read of the product. */
export const sameSql = (path: string): string => `/?${new URLSearchParams({ of: path }).toString()}`;

/** The control's path for a statement that was written by hand (`best-reports.ts`). */
export const bestSql = (name: string, values: readonly string[]): string =>
  `/?${new URLSearchParams([['best', name], ...values.map((value): [string, string] => ['value', value])]).toString()}`;
