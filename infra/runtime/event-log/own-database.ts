/** For specs that start, stop and harm an event log server themselves: a database without a server. */
import { randomUUID } from 'node:crypto';
import { freshInstallation } from 'service-kit/testing/installation';
import { Client } from 'pg';

export interface OwnDatabase {
  readonly url: string;
  /** Holds the credentials for a server; all databases of a test run share it. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

export async function ownDatabase(): Promise<OwnDatabase> {
  const installation = await freshInstallation();
  const name = `own_${randomUUID().replaceAll('-', '')}`;
  await inDatabase(installation.databaseUrl, (client) => client.query(`create database ${name}`));
  return {
    url: Object.assign(new URL(installation.databaseUrl), { pathname: `/${name}` }).href,
    dataDir: installation.dataDir,
    async stop() {
      await inDatabase(installation.databaseUrl, (client) => client.query(`drop database ${name} with (force)`));
      await installation.stop();
    },
  };
}

/** Runs `work` on a connection of its own. */
export async function inDatabase<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
