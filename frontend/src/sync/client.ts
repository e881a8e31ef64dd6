/** The HTTP client of this tab, with its session, its own writes and the staleness of its reads. */
import { createApi } from '../platform/http/api.ts';
import { readAfter } from './cache/read-after.ts';
import { session, sessionToken } from '../platform/session/session.ts';
import { recordReadStaleness } from './cache/stale-reads.ts';

export const api = createApi({
  base: location.origin,
  token: sessionToken,
  onSessionEnd: () => session.send({ type: 'tokenFailed' }),
  readAfter: () => readAfter.header(),
  onWritten: (written) => readAfter.recordWrite(written),
  onRead: recordReadStaleness,
});
