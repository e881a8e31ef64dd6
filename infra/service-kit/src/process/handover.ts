/**
 * How a service of its own process is replaced without a gap (docs/decisions/installation/process-layout.md): on SIGTERM it
 * asks its launcher for another process and goes on answering. When requests go to that one, the launcher tells this one to
 * retire.
 */

/** Another instance takes the requests without a launcher. Connections of this one end meanwhile. */
const KEPT_MS = 1_000;
const REPLACED_MS = 60_000;

export interface Handover {
  /** Asks for another process. Resolves when this one may stop listening. */
  untilReplaced(): Promise<void>;
}

/** One for a process. It listens to the launcher from now on. */
export function createHandover(): Handover {
  let retire = (): void => undefined;
  const retired = new Promise<void>((resolve) => {
    retire = resolve;
  });
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'retire' in message && message.retire === true) retire();
  });
  process.once('disconnect', () => retire());
  const tell = (message: object): void => {
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  };
  return {
    async untilReplaced() {
      tell({ leaving: true });
      const timer = setTimeout(retire, process.connected ? REPLACED_MS : KEPT_MS);
      await retired;
      clearTimeout(timer);
    },
  };
}
