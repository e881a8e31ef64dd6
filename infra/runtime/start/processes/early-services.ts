/**
 * Services that load their modules while what they need is started: that is most of the start of a service
 * (docs/decisions/installation/launcher.md, "Figures").
 */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingsMessage } from 'service-kit/process/early-start';
import { earlyEnvironment } from '../service-environments.ts';
import { forkService } from './service-process.ts';
import type { Supervised } from './supervise.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const ENTRIES = {
  'event-log': 'infra/dist/runtime/event-log/main.js',
  product: 'infra/dist/runtime/product/main.js',
  'command-api': 'command-api/dist/main.js',
  projections: 'projections/dist/main.js',
  'query-api': 'query-api/dist/main.js',
  gateway: 'infra/dist/runtime/gateway/main.js',
} as const;
export type StartedName = keyof typeof ENTRIES;
const entryOf = (name: StartedName): string => join(root, ENTRIES[name]);

export class EarlyServices implements Supervised {
  readonly #loading = new Map<StartedName, ChildProcess>();

  load(name: StartedName): void {
    const child = forkService(entryOf(name), earlyEnvironment(name, process.env));
    child.once('error', () => this.#loading.delete(name));
    this.#loading.set(name, child);
  }

  /** @returns the process that has begun to load, which gets its settings; else a new one */
  take(name: StartedName, settings: NodeJS.ProcessEnv): ChildProcess {
    const child = this.#loading.get(name);
    if (!child) return forkService(entryOf(name), settings);
    this.#loading.delete(name);
    child.send(settingsMessage(settings));
    return child;
  }

  /** Ends those that nothing has taken. */
  async stop(): Promise<void> {
    for (const child of this.#loading.values()) child.kill('SIGKILL');
  }
}
