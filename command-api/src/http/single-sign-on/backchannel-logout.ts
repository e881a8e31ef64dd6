/**
 * `POST /api/users/oidc/backchannel-logout`: the provider says that its session has ended, and exactly the product's
 * sessions that began with it end at once (OpenID Connect Back-Channel Logout 1.0). The body is a form.
 */
import * as signInCalls from 'language/contract/calls/sign-in';
import { bodyParser } from '@koa/bodyparser';
import * as z from 'zod';
import { because } from 'language/domain/reasons/because';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import { validInput } from 'service-kit/http/validate-input';
import type { CommandRoute } from '../command-route.ts';
import { bodyOf } from '../json-body.ts';
import { singleSignOnOf } from './single-sign-on.ts';

const parse = bodyParser({ enableTypes: ['form'], formLimit: '64kb', encoding: 'utf-8' });

/** Other fields are ignored, as the standard says. */
const LogoutForm = z.object({
  logout_token: z.string({ error: because('logout-token-refused') }).min(1, because('logout-token-refused')),
});

export const backchannelLogoutRoute = {
  call: signInCalls.endSessionsOfProvider,
  isOpen: true,
  form: LogoutForm,
  answer: (dependencies) => async (ctx) => {
    const { provider, identities } = singleSignOnOf(dependencies);
    await parse(ctx, async () => undefined);
    const token = await provider.readLogoutToken(validInput(LogoutForm, bodyOf(ctx)).logout_token);
    if (!(await identities.logOut(token))) throw new HttpProblem(refusal('logout-token-refused'));
    ctx.body = { message: 'Signed out' };
  },
} satisfies CommandRoute;
