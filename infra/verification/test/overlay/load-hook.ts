/** Hooks of Node's module loader: they give one module another source. */
import { existsSync } from 'node:fs';
import type { LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { modulesPath } from '#programs';

let replaced: { readonly url: string; readonly source: string } | undefined;

export function initialize(data: { readonly url: string; readonly source: string }): void {
  replaced = data;
}

/** A program has the module within one of its files: the entry beside it imports the modules themselves. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const found = await nextResolve(specifier, context);
  const modules = modulesPath(found.url);
  return modules.startsWith('file:') && modules !== found.url && existsSync(fileURLToPath(modules))
    ? { ...found, url: modules }
    : found;
};

export const load: LoadHook = (url, context, nextLoad) =>
  url === replaced?.url ? { format: 'module', source: replaced.source, shortCircuit: true } : nextLoad(url, context);
