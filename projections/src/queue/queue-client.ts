/** The queue's connections to Postgres. They report an unavailable Postgres with an error code that BullMQ knows. */
import { isDatabaseAway } from 'service-kit/postgres/availability';
import { noticeLossInStatements } from 'service-kit/postgres/lost-connections';
import { Client, type ClientConfig } from 'pg';

/**
 * BullMQ pauses before a retry only after ECONNREFUSED. A Postgres that is starting, or full, refuses with other codes:
 * BullMQ retried some hundred times a second, each time with a line in the log.
 */
export class QueueClient extends Client {
  constructor(config?: ClientConfig | string) {
    super(config);
    // BullMQ listens to its pool, which does not listen to a client that is in use.
    noticeLossInStatements(this);
  }

  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(
    callback?: ((error: Error) => void) | ((error: null, client: Client) => void),
  ): Promise<Client> | undefined {
    const connected = super.connect().catch((error: unknown) => {
      throw isDatabaseAway(error)
        ? Object.assign(new Error('Postgres is away', { cause: error }), { code: 'ECONNREFUSED' })
        : error;
    });
    if (!callback) return connected;
    const done = callback as (error: Error | null, client?: Client) => void;
    connected.then((client) => done(null, client), done);
    return undefined;
  }
}
