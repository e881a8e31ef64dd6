/**
 * Settings of the installation: the hospital's time zone, the ways in, the lock, the blocked hostnames, the address of
 * the chat assistant.
 */
import type { Config } from 'language/contract/calls/answers';
import * as signInCalls from 'language/contract/calls/sign-in';
import { asCalendarDate } from 'language/domain/values/calendar-date';
import { ApiError, createApi } from '../../platform/http/api.ts';
import { loadWithRetry } from '../../platform/http/retry.ts';
import { api } from '../client.ts';
import { setHospitalRanges } from '../../platform/reference-ranges.ts';
import { setTimeZone } from '../../platform/time/dates.ts';
import { serverNow, setHospitalDay } from '../../platform/time/server-clock.ts';
import { keepConfig, keptConfig, offlineBounds } from '../../platform/offline/offline-setting.ts';
import { lockAfter } from '../../platform/session/auto-lock.ts';
import { setSignInWays } from '../../platform/session/sign-in-ways.ts';
import { session, signedInUser } from '../../platform/session/session.ts';
import { queryOptions } from '@tanstack/react-query';

/** A locked session reads nothing. */
const visitorApi = createApi({ base: location.origin, proof: () => undefined, onSessionEnd: () => undefined });

/** A name that never exists (RFC 2606). */
const BLOCKED_PAGE = 'http://blocked.invalid/';

/** A listed name blocks itself but not its subdomains (docs/product.md, "Blocked hostnames"). */
export const isBlockedHostname = (hostname: string, blocked: readonly string[]): boolean =>
  blocked.includes(hostname.toLowerCase());

/** Retries while the server is unavailable. It does not use the query client, which the landing page does not load. */
export function applyServerConfig(): void {
  const kept = keptConfig();
  // The time zone and the lock of before count where there is no network.
  if (kept) applyConfig(kept);
  loadWithRetry(readConfig, {
    onLoaded: (config) => {
      if (!config) {
        setSignInWays({ localAccounts: true, singleSignOn: undefined });
        return;
      }
      applyConfig(config);
      followOfflineSetting(config);
      const user = signedInUser();
      // The setting has changed since the sign-in.
      if (config.browserSession === 'cookie' && user && 'token' in user) session.send({ type: 'tokenFailed' });
      if (isBlockedHostname(location.hostname, config.blockedHostnames)) location.replace(BLOCKED_PAGE);
    },
  });
}

function applyConfig(config: Config): void {
  setTimeZone(config.timeZone);
  setHospitalRanges(config.referenceRanges);
  followHospitalDay(config);
  setSignInWays({
    localAccounts: config.localAccounts ?? true,
    signUp: config.signUp ?? 'open',
    singleSignOn: config.singleSignOn,
    publicUrl: config.publicUrl ?? null,
  });
  lockAfter(config.lockAfterMinutes, config.sessionIdleMinutes);
}

/** Registers the worker that opens the product without a network, or unregisters it. */
function followOfflineSetting(config: Config): void {
  const isChanged = keepConfig(config);
  if (!offlineBounds() && !isChanged) return;
  void import('../../platform/offline/worker-version.ts')
    .then((worker) => (offlineBounds() ? worker.registerOfflineWorker() : worker.removeOfflineWorker()))
    .catch(() => undefined);
}

/** Asks again after the end of the day: the next one may have 23 or 25 hours. */
const ASK_LATER_MS = 5_000;
let asking: ReturnType<typeof setTimeout> | undefined;
function followHospitalDay({ today, dayEndsAt }: Pick<Config, 'today' | 'dayEndsAt'>): void {
  const day = asCalendarDate(today ?? '');
  if (day === undefined || dayEndsAt === undefined) return;
  setHospitalDay(day, dayEndsAt);
  clearTimeout(asking);
  asking = setTimeout(
    () => loadWithRetry(readConfig, { onLoaded: (config) => config && followHospitalDay(config) }),
    Math.max(0, Date.parse(dayEndsAt) - serverNow().getTime()) + ASK_LATER_MS,
  );
}

/** @returns undefined if a retry cannot succeed */
async function readConfig(): Promise<Config | undefined> {
  try {
    return await api(signInCalls.getConfig, {});
  } catch (error) {
    const failure = ApiError.from(error);
    if (failure.isSessionLocked) return visitorApi(signInCalls.getConfig, {});
    if (failure.isTransient) throw error;
    return undefined;
  }
}

const configQuery = () =>
  queryOptions({ queryKey: ['config'], queryFn: ({ signal }) => api(signInCalls.getConfig, { signal }) });
/** The address of the chat assistant (docs/product.md, "Chat assistant"); empty if there is no valid one. */
export const chatQuery = () =>
  queryOptions({ ...configQuery(), select: ({ chatUrl = '' }) => (isChatUrl(chatUrl) ? chatUrl : '') });
/** True unless the installation has turned proposals off. */
export const proposalsQuery = () => queryOptions({ ...configQuery(), select: ({ proposals = true }) => proposals });

/** Only https is allowed. */
export const isChatUrl = (chatUrl: string): boolean => URL.canParse(chatUrl) && new URL(chatUrl).protocol === 'https:';
