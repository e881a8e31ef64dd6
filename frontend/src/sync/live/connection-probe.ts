/**
 * A page that is shown again, or comes back online, asks at once whether its connection still carries anything: the
 * timers of a hidden page are late, and a computer that has slept has a connection that looks open. If no answer
 * comes, the connection is closed, and Socket.IO connects again.
 */
import type { ClientToServer, ServerToClient } from 'language/contract/live';
import type { Socket } from 'socket.io-client';

const ANSWER_MS = 5_000;

/** @returns stops asking */
export function probeWhenShown(socket: Socket<ServerToClient, ClientToServer>): () => void {
  let isAsking = false;
  const ask = (): void => {
    if (document.visibilityState !== 'visible' || !socket.connected || isAsking) return;
    isAsking = true;
    const { engine } = socket.io;
    socket.timeout(ANSWER_MS).emit('probe', (error: Error | null) => {
      isAsking = false;
      // The connection that was asked, and not one that has taken its place meanwhile.
      if (error) engine.close();
    });
  };
  document.addEventListener('visibilitychange', ask);
  window.addEventListener('pageshow', ask);
  window.addEventListener('online', ask);
  return () => {
    document.removeEventListener('visibilitychange', ask);
    window.removeEventListener('pageshow', ask);
    window.removeEventListener('online', ask);
  };
}
