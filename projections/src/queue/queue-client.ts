/** The queue's connections to Postgres, which say that it is away in the words that BullMQ understands. */
import { databaseIsAway } from 'service-kit/postgres/availability';
import { Client } from 'pg';

/**
 * BullMQ pauses before it asks again only where nobody listens. A Postgres that is starting, or full, refuses too, and
 * was asked some hundred times a second, each time with a line in the log.
 */
export class QueueClient extends Client {
  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(
    callback?: ((error: Error) => void) | ((error: null, client: Client) => void),
  ): Promise<Client> | undefined {
    const connected = super.connect().catch((error: unknown) => {
      throw databaseIsAway(error)
        ? Object.assign(new Error('Postgres is away', { cause: error }), { code: 'ECONNREFUSED' })
        : error;
    });
    if (!callback) return connected;
    const told = callback as (error: Error | null, client?: Client) => void;
    connected.then((client) => told(null, client), told);
    return undefined;
  }
}
