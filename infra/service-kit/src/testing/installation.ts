/** For `*.int.spec.ts` only: an installation for one spec, with a new database and a new event log. */
import * as z from 'zod';

const answered = z.object({
  id: z.string(),
  databaseUrl: z.string(),
  eventstoreUrl: z.string(),
  dataDir: z.string(),
  masterKey: z.string(),
});

export interface Installation {
  readonly databaseUrl: string;
  readonly eventstoreUrl: string;
  /** Holds the credentials of the event log, which the installations of a test run share. */
  readonly dataDir: string;
  /** 32 bytes in base64. */
  readonly masterKey: string;
  /** Stops the event log and drops the database. Close pools and clients first. */
  stop(): Promise<void>;
}

/**
 * With an empty database.
 * @throws Error without a control server, which the vitest project `integration` has
 */
export const freshInstallation = (): Promise<Installation> => make('installation');

/** With the tables of all services. @throws as `freshInstallation` */
export const migratedInstallation = (): Promise<Installation> => make('installation/migrated');

async function make(path: string): Promise<Installation> {
  const control = process.env['TEST_CONTROL_URL'];
  if (!control) throw new Error('TEST_CONTROL_URL is not set: run this spec in the vitest project "integration".');
  const response = await fetch(`${control}/${path}`, { method: 'POST' });
  if (!response.ok) throw new Error(`No installation was made: ${await response.text()}`);
  const { id, ...installation } = answered.parse(await response.json());
  return {
    ...installation,
    async stop() {
      await fetch(`${control}/installation/${id}`, { method: 'DELETE' });
    },
  };
}
