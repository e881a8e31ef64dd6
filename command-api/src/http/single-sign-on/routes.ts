/**
 * Single sign-on by OpenID Connect (docs/decisions/write-side/single-sign-on.md). The browser goes to the provider
 * (`start`), comes back (`callback`), and its page exchanges a one-time code from the address's fragment for a session
 * (`session`). No address holds a token.
 */
import * as signInCalls from 'language/contract/calls/sign-in';
import type { Context, Middleware } from 'koa';
import { v4 as randomId } from 'uuid';
import * as z from 'zod';
import { FETCH_SECONDS, FLOW_SECONDS } from '../../accounts/single-sign-on/flows.ts';
import { groupsIn } from '../../accounts/single-sign-on/claims.ts';
import { hasCodeFor } from '../../accounts/single-sign-on/provider.ts';
import { CaptchaToken } from 'language/contract/bodies/shared';
import { FetchSession } from 'language/contract/bodies/users';
import { because } from 'language/domain/reasons/because';
import { type Refusal, refusal } from 'language/domain/reasons/refusal';
import { clientCookies } from 'service-kit/http/client-cookies';
import { HttpProblem, problemOf } from 'service-kit/http/http-problem';
import { validInput } from 'service-kit/http/validate-input';
import { clientOf, openCommand, type OpenCommandRequest } from '../command-route.ts';
import { type Dependencies, openDependencies } from '../dependencies.ts';
import { type BegunSession, beginSession } from '../user/begin-session.ts';
import { countAttempt, isSolved } from '../user/count-attempt.ts';
import { accountOfSubject } from './account-of-subject.ts';
import { applyGroupMemberships } from './group-memberships.ts';
import { type SingleSignOn, singleSignOnOf } from './single-sign-on.ts';

/** One at a time for a browser: the newest sign-in counts. */
const COOKIE = 'single-sign-on';
/** With it the cookie stays below the 4,096 bytes that browsers keep. */
const RETURN_MAX = 1_500;

/** The same rule as the browser's (`frontend/src/platform/paths.ts`): a path of this origin, not `//evil`. */
const StartInput = z.strictObject({
  returnFrom: z
    .string()
    .max(RETURN_MAX, because('too-many-characters'))
    .regex(/^\/(?![/\\])\P{Cc}*$/u, because('return-outside'))
    .optional(),
  /** Lets the return from the provider pass where the limits of attempts refuse it (`proof-lets-pass`). */
  token: CaptchaToken,
  /** As in OpenID Connect: the provider asks the person to prove again who they are. */
  prompt: z.enum(['login']).optional(),
});

/**
 * `GET /api/users/oidc/start`: a page that asks for JSON gets the provider's address or a refusal, and any other
 * navigation is led there.
 */
const start =
  (dependencies: Dependencies): Middleware =>
  async (ctx) => {
    const singleSignOn = singleSignOnOf(dependencies);
    const isPage = ctx.accepts('json', 'html') === 'json';
    const { returnFrom, token, prompt } = validInput(StartInput, { ...ctx.query });
    const isProved = await isSolved({ dependencies: openDependencies(dependencies), commandId: randomId() }, token, []);
    const { cookie, flow } = singleSignOn.flows.begin({
      returnFrom,
      isProved,
      isReauthentication: prompt === 'login',
    });
    try {
      const url = await singleSignOn.provider.signInUrl(flow);
      clientCookies(ctx).set(COOKIE, cookie, FLOW_SECONDS);
      if (isPage) ctx.body = { url };
      else leadTo(ctx, url);
    } catch (error) {
      if (isPage) throw error;
      leadTo(ctx, pageWith(singleSignOn.flows.refused(refusalOf(singleSignOn, error)), returnFrom));
    }
  };

/** `GET /api/users/oidc/callback`: the provider sends the browser here. A refusal is shown by the sign-in page. */
const callback =
  (dependencies: Dependencies): Middleware =>
  async (ctx) => {
    const singleSignOn = singleSignOnOf(dependencies);
    const { flows, provider, identities, groupsClaim } = singleSignOn;
    const cookies = clientCookies(ctx);
    const flow = flows.resume(cookies.get(COOKIE));
    cookies.remove(COOKIE);
    try {
      if (!flow) throw new HttpProblem(refusal('provider-sign-in-expired'));
      const client = clientOf(ctx, dependencies);
      const { language, chosenLanguage } = client;
      const commandId = randomId();
      // An answer for which the provider is not asked costs nothing, and any page could send browsers here with one.
      const attempt = hasCodeFor(ctx.querystring, flow)
        ? await countAttempt({ dependencies: openDependencies(dependencies), client, commandId }, 'singleSignOn', {
            flow: flow.state,
            isProved: async () => flow.isProved,
          })
        : undefined;
      const signedIn = await provider.finish(ctx.querystring, flow);
      const groups = groupsIn(signedIn.claims, groupsClaim);
      // The provider answers for a sign-in once: only what comes after its answer is done again.
      await dependencies.logRestarts.repeated(async () => {
        const { userId, email } = await accountOfSubject(dependencies, singleSignOn, signedIn, {
          commandId,
          language,
          chosenLanguage,
        });
        const who = { issuer: signedIn.issuer, subject: signedIn.claims.subject };
        await applyGroupMemberships(dependencies, singleSignOn, { who, userId, email, groups, commandId });
      });
      const { cookie, browserHash } = flows.waiting();
      const code = await identities.await(signedIn, { begunAt: flow.begunAt, browserHash });
      // A logout token came while the provider was asked.
      if (code === undefined) throw new HttpProblem(refusal('provider-sign-in-expired'));
      await attempt?.undo();
      cookies.set(COOKIE, cookie, FETCH_SECONDS);
      leadTo(ctx, pageWith(code, flow.returnFrom));
    } catch (error) {
      leadTo(ctx, pageWith(flows.refused(refusalOf(singleSignOn, error)), flow?.returnFrom));
    }
  };

/** `POST /api/users/oidc/session`: by the browser that was at the provider, once, within a minute. */
async function fetchSession(request: OpenCommandRequest<z.output<typeof FetchSession>>): Promise<BegunSession> {
  const { dependencies, client, body } = request;
  const { flows, identities } = singleSignOnOf(dependencies);
  const refused = flows.readRefused(body.code);
  if (refused) throw new HttpProblem(refused);
  const browserHash = flows.browserHash(client.cookies.get(COOKIE));
  const userId = browserHash && (await identities.waiting(body.code, browserHash));
  const credential = userId === undefined ? undefined : await dependencies.credentials.findByUser(userId);
  if (!browserHash || !credential) throw new HttpProblem(refusal('provider-sign-in-expired'));
  if (credential.isDisabled) throw new HttpProblem(refusal('account-disabled'));
  const { folds } = dependencies;
  // Before the code is used up: the log may be away, and the request is done again when it is back.
  const { state, revision } = await folds.user.load(credential.userId);
  if (revision === undefined) throw new Error('The user of a registered account does not exist');
  const taken = await identities.take(body.code, browserHash);
  if (taken?.userId !== credential.userId) throw new HttpProblem(refusal('provider-sign-in-expired'));
  client.cookies.remove(COOKIE);
  // The provider is responsible for a second factor: the product's own is not asked for.
  const outcome = { state, revision, stream: folds.user.stream(credential.userId) };
  return beginSession(request, credential, 'singleSignOn', outcome, {
    bind: (sessionId) => identities.bind(body.code, sessionId),
    // A provider that has a session of the person asks them nothing, and does not always say when it did.
    provenAt: taken.authenticatedAt ?? 'never',
  });
}

function leadTo(ctx: Context, address: string): void {
  ctx.redirect(address);
  ctx.status = 303;
  ctx.body = '';
}

/** The fragment stays in the browser: no proxy logs it. */
const pageWith = (code: string, returnFrom: string | undefined): string =>
  `/${returnFrom === undefined ? '' : `?returnFrom=${encodeURIComponent(returnFrom)}`}#signIn=${code}`;

function refusalOf({ logger }: SingleSignOn, error: unknown): Refusal {
  const known = problemOf(error);
  if (!known) {
    logger.error({ error }, 'single sign-on: unexpected failure');
    return refusal('unexpected-failure');
  }
  return known.refusal;
}

export const singleSignOnRoutes = [
  { call: signInCalls.beginAtProvider, isOpen: true, input: StartInput, answer: start },
  { call: signInCalls.returnFromProvider, isOpen: true, answer: callback },
  openCommand(signInCalls.fetchSession, {
    body: FetchSession,
    refusedAs: 'SignInRefused',
    answer: fetchSession,
  }),
];
