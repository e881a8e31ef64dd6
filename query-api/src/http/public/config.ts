/** The settings that the screens need before sign-in, and the list of specialties. */
import { specialties } from 'command-api/domain/values/codes';
import { openRead, type ReadRoute } from '../read-route.ts';

export const configRoutes: readonly ReadRoute[] = [
  openRead(
    '/api/config',
    ({
      captcha,
      browserSessions,
      lockAfterMinutes,
      sessionIdleMinutes,
      allowsLocalAccounts,
      signUp,
      singleSignOn,
      timeZone,
      blockedHostnames,
      chatUrl,
    }) => ({
      captcha,
      browserSession: browserSessions.mode,
      lockAfterMinutes,
      sessionIdleMinutes,
      localAccounts: allowsLocalAccounts,
      signUp,
      ...(singleSignOn === undefined ? {} : { singleSignOn }),
      ...(browserSessions.publicOrigin === undefined ? {} : { publicUrl: browserSessions.publicOrigin }),
      timeZone,
      blockedHostnames,
      ...(chatUrl === undefined ? {} : { chatUrl }),
    }),
  ),
  openRead('/api/specialties', () => specialties.map(({ code, label }) => ({ _id: code, label }))),
];
