/** A hook of Node's module loader: gives one module another source. */
import type { LoadHook } from 'node:module';

let replaced: { readonly url: string; readonly source: string } | undefined;

export function initialize(data: { readonly url: string; readonly source: string }): void {
  replaced = data;
}

export const load: LoadHook = (url, context, nextLoad) =>
  url === replaced?.url ? { format: 'module', source: replaced.source, shortCircuit: true } : nextLoad(url, context);
