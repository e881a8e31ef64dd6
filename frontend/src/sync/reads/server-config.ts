/** What the pages ask before anybody is signed in: whose "today" counts, and under which names they refuse to work. */
import { ApiError, endpoint } from '../../platform/http/api.ts';
import { api } from '../client.ts';
import { setTimeZone } from '../../platform/time/time-zone.ts';

interface Config {
  timeZone: string;
  blockedHostnames: string[];
}
const getConfig = endpoint<Config>()('GET', '/api/config/');

/** A name that can never exist (RFC 2606). */
const NOWHERE = 'http://blocked.invalid/';
const LONGEST_WAIT_MS = 30_000;

/** Specification §2, "App shell": one hostname check. A name in the list stands for itself alone. */
export const isBlockedHostname = (hostname: string, blocked: readonly string[]): boolean =>
  blocked.includes(hostname.toLowerCase());

/**
 * Once, at the start; again and again while the server is away. Not through the query client, which the landing page
 * does not carry.
 */
export async function applyServerConfig(): Promise<void> {
  for (let wait = 500; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      const { timeZone, blockedHostnames } = await api(getConfig, {});
      setTimeZone(timeZone);
      if (isBlockedHostname(location.hostname, blockedHostnames)) location.replace(NOWHERE);
      return;
    } catch (error) {
      if (!ApiError.from(error).isTransient) return;
      await new Promise((again) => setTimeout(again, wait));
    }
  }
}
