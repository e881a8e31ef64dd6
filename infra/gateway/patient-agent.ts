/** Waits for a service that is starting again. */
import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** From one attempt to connect to the next. */
const AGAIN_MS = 100;

/**
 * An agent that tries to connect for up to `holdMs`. Nothing of a request is sent before there is a connection, so
 * waiting repeats nothing; the body stays with the client. A kept connection that breaks is an error at once.
 */
export class PatientAgent extends Agent {
  readonly #holdMs: number;

  constructor(options: AgentOptions & { holdMs: number }) {
    super(options);
    this.#holdMs = options.holdMs;
  }

  override createConnection(
    options: ClientRequestArgs,
    created?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const deadline = Date.now() + this.#holdMs;
    const attempt = (): void => {
      // The agent passes the options of `net.connect` through.
      const socket: Socket = connect(options as NetConnectOpts);
      const left = setTimeout(() => socket.destroy(new Error('No connection in time')), deadline - Date.now());
      const failed = (error: Error): void => {
        clearTimeout(left);
        if (Date.now() + AGAIN_MS < deadline) setTimeout(attempt, AGAIN_MS);
        else created?.(error, socket);
      };
      socket.once('error', failed).once('connect', () => {
        clearTimeout(left);
        socket.off('error', failed);
        created?.(null, socket);
      });
    };
    attempt();
    return undefined;
  }
}
