/** What the screens need to know before anybody is signed in, and the coded lists. */
import { specialties } from 'command-api/domain/values/codes';
import { openRead, type ReadRoute } from '../read-route.ts';

export const configRoutes: readonly ReadRoute[] = [
  openRead('/api/config', ({ captcha, timeZone, blockedHostnames, chatUrl }) => ({
    captcha,
    timeZone,
    blockedHostnames,
    ...(chatUrl === undefined ? {} : { chatUrl }),
  })),
  openRead('/api/specialties', () => specialties.map(({ code, label }) => ({ _id: code, label }))),
];
