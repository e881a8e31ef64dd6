/** Waits for a service that is starting again. */
import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { HTTP_PORT } from './affinity.ts';
import type { Duplex } from 'node:stream';

/** From one attempt to connect to the next. */
const AGAIN_MS = 100;

/** Another address for one that refuses connections, if there is one. */
export type Instead = (host: string, port: string) => URL | undefined;

/**
 * An agent that tries to connect for up to `holdMs`, to another process of the service if there is one. Nothing of a request is sent before there is a connection, so
 * waiting repeats nothing; the body stays with the client. A kept connection that breaks is an error at once.
 */
export class PatientAgent extends Agent {
  readonly #holdMs: number;
  readonly #instead: Instead;
  readonly #attempts = new Set<Promise<void>>();

  constructor(options: AgentOptions & { holdMs: number; instead: Instead }) {
    super(options);
    this.#holdMs = options.holdMs;
    this.#instead = options.instead;
  }

  /** Resolves when each connection that is being made by now is there, or has failed. */
  async attemptsEnded(): Promise<void> {
    await Promise.all(this.#attempts);
  }

  override createConnection(
    options: ClientRequestArgs,
    createdFor?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    let ended = (): void => undefined;
    const made = new Promise<void>((resolve) => {
      ended = resolve;
    });
    this.#attempts.add(made);
    const created: typeof createdFor = (error, stream) => {
      createdFor?.(error, stream);
      this.#attempts.delete(made);
      ended();
    };
    const deadline = Date.now() + this.#holdMs;
    const attempt = (other?: URL): void => {
      // The agent passes the options of `net.connect` through.
      const address = other && { host: other.hostname, port: Number(other.port || HTTP_PORT) };
      const socket: Socket = connect({ ...options, ...address } as NetConnectOpts);
      // The agent keeps it under the first address, and must not use it for that again.
      if (other) socket.once('free', () => socket.destroy());
      const left = setTimeout(() => socket.destroy(new Error('No connection in time')), deadline - Date.now());
      const failed = (error: Error): void => {
        clearTimeout(left);
        const next = this.#instead(String(options.host), String(options.port));
        if (next && !other) attempt(next);
        else if (Date.now() + AGAIN_MS < deadline) setTimeout(attempt, AGAIN_MS, next);
        else created(error, socket);
      };
      socket.once('error', failed).once('connect', () => {
        clearTimeout(left);
        socket.off('error', failed);
        created(null, socket);
      });
    };
    attempt();
    return undefined;
  }
}
