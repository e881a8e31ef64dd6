/** The settings that the screens need before sign-in, and the list of specialties. */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import * as signInCalls from 'language/contract/calls/sign-in';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { specialties } from 'language/domain/values/codes';
import { openRead } from '../read-route.ts';

export const configRoutes = [
  openRead(
    signInCalls.getConfig,
    ({
      captcha,
      browserSessions,
      lockAfterMinutes,
      sessionIdleMinutes,
      offline,
      allowsLocalAccounts,
      signUp,
      singleSignOn,
      timeZone,
      blockedHostnames,
      chatUrl,
      referenceRanges,
      proposals,
    }) => ({
      captcha,
      browserSession: browserSessions.mode,
      lockAfterMinutes,
      sessionIdleMinutes,
      ...(offline === undefined ? {} : { offline }),
      localAccounts: allowsLocalAccounts,
      signUp,
      ...(singleSignOn === undefined ? {} : { singleSignOn }),
      ...(browserSessions.publicOrigin === undefined ? {} : { publicUrl: browserSessions.publicOrigin }),
      timeZone,
      ...hospitalDay(timeZone, new Date()),
      blockedHostnames,
      proposals,
      ...(chatUrl === undefined ? {} : { chatUrl }),
      ...(referenceRanges === undefined ? {} : { referenceRanges }),
    }),
  ),
  openRead(catalogueCalls.listSpecialties, () => specialties.map(({ code, label }) => ({ _id: code, label }))),
];

const HOURS_26 = 26 * 3_600_000;

/**
 * Today at the hospital, and the instant at which it ends: pages take both from here, because the clock and the rules of time
 * zones of a device may be wrong.
 */
export function hospitalDay(timeZone: string, now: Date): { today: string; dayEndsAt: string } {
  const today = calendarDateIn(timeZone, now);
  let [within, after] = [now.getTime(), now.getTime() + HOURS_26];
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2);
    if (calendarDateIn(timeZone, new Date(middle)) === today) within = middle;
    else after = middle;
  }
  return { today, dayEndsAt: new Date(after).toISOString() };
}
