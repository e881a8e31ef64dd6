/** Calls of the page "Security". */
import { queryOptions } from '@tanstack/react-query';
import type { DevicePin, EndedSessions, UserSession } from 'command-api/contract/sessions';
import { endpoint } from '../../platform/http/api.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

const ownSessions = endpoint<UserSession[]>()('GET', '/api/users/me/sessions');
export const endSession = endpoint<EndedSessions>()('DELETE', '/api/users/me/sessions/:id');
export const endOtherSessions = endpoint<EndedSessions>()('DELETE', '/api/users/me/sessions');

const devicePin = endpoint<DevicePin>()('GET', '/api/users/me/pin');
export const setPin = endpoint<DevicePin, { pin: string; password: string }>()('PUT', '/api/users/me/pin');
export const removePin = endpoint<DevicePin>()('DELETE', '/api/users/me/pin');

/** Read on every visit: wrong tries on the lock screen remove it. */
export const devicePinQuery = () =>
  queryOptions({
    queryKey: queryKeys.devicePin,
    staleTime: 0,
    queryFn: ({ signal }) => api(devicePin, { signal }),
  });

/** Read on every visit: no live note tells of a sign-in. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: queryKeys.ownSessions,
    staleTime: 0,
    queryFn: ({ signal }) => api(ownSessions, { signal }),
  });
