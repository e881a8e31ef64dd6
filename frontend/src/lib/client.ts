/** `api`: the calls of this tab, with its session and its own writes. */
import { createApi } from './api.ts';
import { readAfter } from './read-after.ts';
import { session, sessionToken } from './session.ts';
import { readAnswered } from './stale.ts';

export const api = createApi({
  base: location.origin,
  token: sessionToken,
  onSessionEnd: () => session.send({ type: 'tokenFailed' }),
  readAfter: () => readAfter.header(),
  onWritten: (written) => readAfter.written(written),
  onRead: readAnswered,
});
