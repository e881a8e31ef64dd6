/** Starts the control (`control-server.ts`) beside the product, with the product's settings. */
import type { Product } from '../../test/product.ts';
import { settingsOf } from '../../test/settings-of.ts';
import { startForked } from '../processes/forked.ts';

export interface Control {
  readonly base: string;
  stop(): Promise<void>;
}

export async function startControl(product: Product): Promise<Control> {
  const env = { ...(await settingsOf(product, 'query-api')), PORT: '0' };
  const server = await startForked(new URL('./control-server.js', import.meta.url), env);
  return { base: `http://127.0.0.1:${String(server.said)}`, stop: () => server.stop() };
}

/** The control's path for the same statements as a read of the product. */
export const sameSql = (path: string): string => `/?${new URLSearchParams({ of: path }).toString()}`;

/** The control's path for a statement that was written by hand (`best-reports.ts`). */
export const bestSql = (name: string, values: readonly string[]): string =>
  `/?${new URLSearchParams([['best', name], ...values.map((value): [string, string] => ['value', value])]).toString()}`;
