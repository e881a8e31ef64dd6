/**
 * A launcher may start a service before it knows the addresses of what the service needs: the service loads its modules,
 * which takes most of its start, and waits for its settings.
 */
import * as z from 'zod';

/** The environment of a service that waits for its settings. */
export const SETTINGS_FOLLOW = { SETTINGS_FOLLOW: 'yes' } as const;
const Settings = z.object({ settings: z.record(z.string(), z.string()) });

/** The message of the launcher. @param env variables without a value are left out */
export const settingsMessage = (env: NodeJS.ProcessEnv): z.infer<typeof Settings> => ({
  settings: Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ),
});

/** Puts the settings into `process.env` when they come. Ends the process when its launcher ends before. */
export async function settingsFromLauncher(): Promise<void> {
  if (process.env['SETTINGS_FOLLOW'] !== SETTINGS_FOLLOW.SETTINGS_FOLLOW) return;
  delete process.env['SETTINGS_FOLLOW'];
  const end = (): void => process.exit(0);
  process.once('disconnect', end);
  if (!process.connected) end();
  const message = await new Promise((resolve) => process.once('message', resolve));
  process.off('disconnect', end);
  Object.assign(process.env, Settings.parse(message).settings);
}
