/** Calls of the own second factors. */
import { queryOptions } from '@tanstack/react-query';
import type { NewTotpSecret, SecondFactorList, SecondFactorsChanged } from 'command-api/contract/second-factors';
import { endpoint } from '../../platform/http/api.ts';
import type { NewPasskeyChallenge } from '../../platform/session/passkeys.ts';
import type { AnsweredPasskey } from '../../platform/session/session.machine.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

const ownFactors = endpoint<SecondFactorList>()('GET', '/api/users/me/second-factors');
export const beginTotp = endpoint<NewTotpSecret, object>()('POST', '/api/users/me/second-factors/totp');
export const confirmTotp = endpoint<SecondFactorsChanged, { code: string }>()(
  'POST',
  '/api/users/me/second-factors/totp/confirm',
);
export const removeTotp = endpoint<SecondFactorList>()('DELETE', '/api/users/me/second-factors/totp');
export const beginPasskey = endpoint<NewPasskeyChallenge, object>()(
  'POST',
  '/api/users/me/second-factors/passkeys/options',
);
export const addPasskey = endpoint<SecondFactorsChanged, AnsweredPasskey & { name: string }>()(
  'POST',
  '/api/users/me/second-factors/passkeys',
);
export const removePasskey = endpoint<SecondFactorList>()('DELETE', '/api/users/me/second-factors/passkeys/:id');
export const renewRecoveryCodes = endpoint<SecondFactorsChanged, object>()(
  'POST',
  '/api/users/me/second-factors/recovery-codes',
);

/** Read on every visit: no live note tells of a change in another window. */
export const secondFactorsQuery = () =>
  queryOptions({
    queryKey: queryKeys.secondFactors,
    staleTime: 0,
    queryFn: ({ signal }) => api(ownFactors, { signal }),
  });
