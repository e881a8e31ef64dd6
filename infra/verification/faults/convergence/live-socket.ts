/** The live connection of a simulated browser. It reconnects until it is closed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientToServer, ServerToClient, Watch, WatchAnswer } from 'language/contract/live';
import { io, type Socket } from 'socket.io-client';

/** The settings of the browser. */
const RECONNECTING = { reconnectionDelay: 500, reconnectionDelayMax: 5_000 };
const ASK_AGAIN_MS = 2_000;

export class LiveSocket {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  #closed = false;

  /** It is not connected yet, so that the caller can listen first. */
  constructor(base: string, token: string) {
    this.socket = io(base, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
      ...RECONNECTING,
    });
    // Socket.IO reconnects by itself after a lost connection only. It does not after a refused handshake or when the
    // server has disconnected the socket.
    this.socket.on('connect_error', () => void this.#connectAgain());
    this.socket.on('disconnect', () => void this.#connectAgain());
  }

  /** Enters a room. Asks again where the server cannot say: `answered` is told of success, or that the room is gone. */
  enter(room: Watch, answered: (answer: WatchAnswer) => void): void {
    this.socket.emit('watch', room, (answer) => {
      if (answer.ok || answer.reason === 'not-found') answered(answer);
      else void pause(ASK_AGAIN_MS).then(() => this.socket.connected && this.enter(room, answered));
    });
  }

  /**
   * Loses the connection for a moment. A connection that is being made stays: the library reports its loss as an error
   * when the network loses it, but waits 20 s for one that is closed from here.
   */
  drop(): void {
    if (this.socket.connected) this.socket.io.engine.close();
  }

  close(): void {
    this.#closed = true;
    this.socket.disconnect();
  }

  async #connectAgain(): Promise<void> {
    if (this.#closed || this.socket.active) return;
    await pause(RECONNECTING.reconnectionDelay + Math.random() * RECONNECTING.reconnectionDelay);
    if (!this.#closed && !this.socket.active) this.socket.connect();
  }
}
