import { Client } from 'pg';
import { POSTGRES_TIMEOUTS } from './availability.ts';
import { noticeLossInStatements } from './lost-connections.ts';

/** One connection for a few statements of a start. @throws what `use` throws, and the database's error */
export async function withClient<T>(databaseUrl: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = noticeLossInStatements(new Client({ connectionString: databaseUrl, ...POSTGRES_TIMEOUTS }));
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
