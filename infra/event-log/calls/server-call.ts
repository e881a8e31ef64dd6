/** What all kinds of calls share on the server's side. */
import type { EventEmitter } from 'node:events';

export interface ServerCall extends EventEmitter {
  readonly cancelled: boolean;
}

interface Writable<Message> extends ServerCall {
  write(message: Message): boolean;
}

/** Writes at the client's pace. Resolves to false when the call has ended. */
export async function send<Message>(call: Writable<Message>, message: Message, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (call.write(message)) return true;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      call.off('drain', go);
      signal.removeEventListener('abort', go);
      resolve();
    };
    call.on('drain', go);
    signal.addEventListener('abort', go);
  });
  return !signal.aborted;
}
