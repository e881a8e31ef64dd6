/** A person's profile, and the recommendations that others write about them. */
import * as accountCalls from 'language/contract/calls/account';
import type { PasswordChange } from '../../accounts/credentials.ts';
import { AcceptRecommendation, AddRecommendation, EditUser } from 'language/contract/bodies/users';
import type { Answer, Me } from 'language/contract/entities';
import type { Recommendation as RecommendationAnswer } from 'language/contract/profiles';
import { type Command, Rejection } from 'language/domain/command';
import { refusal } from 'language/domain/reasons/refusal';
import { invalidField } from 'language/domain/refusals';
import { acceptRecommendation, editProfile, writeRecommendation } from 'language/domain/user/decide';
import { recommendationId, type UserEvent, userOfRecommendation } from 'language/domain/user/events';
import type { RegisteredUser, User } from 'language/domain/user/state';
import { forbidden, notFound } from 'service-kit/http/http-problem';
import type * as z from 'zod';
import { shortDerivedId } from '../../commands/derived-id.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { withConflictAnswer } from '../conflict.ts';
import { requireAcceptablePassword, requireLocal } from './own-account.ts';
import { renderRecommendation, renderUser } from 'language/contract/render/users';
import { actorOf } from '../rights.ts';
import { isBlank, sanitise } from '../sanitise.ts';

interface OnUser<Payload, Thing> {
  readonly name: string;
  /** The id of the thing within the stream that the command changes. */
  readonly target?: string;
  readonly payload: Payload;
  readonly decide: (user: User, command: Command<Payload>) => UserEvent[];
  /** The answer, from the current state. @throws HttpProblem 404 */
  readonly render: (user: RegisteredUser) => Promise<Thing> | Thing;
}

async function onUser<Payload extends object, Thing extends object>(
  request: CommandRequest<unknown>,
  userId: string,
  { render, ...intent }: OnUser<Payload, Thing>,
): Promise<Answer<Thing>> {
  const { dependencies, commandId, basedOn } = request;
  const rendered = async (user: User): Promise<Thing> => render(registered(user));
  const run = () =>
    dependencies.handle({
      ...intent,
      commandId,
      basedOn,
      fold: dependencies.folds.user,
      id: userId,
      actor: () => actorOf(request),
    });
  const outcome = await withConflictAnswer(dependencies, run, rendered);
  return { ...(await rendered(outcome.state)), ...written(outcome) };
}

function registered(user: User): RegisteredUser {
  if (user.status === 'none') throw new Rejection(refusal('user-not-found'));
  return user;
}

/** `PUT /api/users/{id}/edit`: the profile to the log, the password to `accounts`. */
async function edit(
  request: CommandRequest<z.output<typeof EditUser>>,
): Promise<Answer<Omit<Me, 'reviews' | 'patients'>>> {
  const { dependencies, caller, body } = request;
  const userId = request.param('id');
  // Before any read: the answer does not show whether the account exists.
  if (userId !== caller.userId) throw forbidden();
  const password = await checkedPasswordChange(request);
  const { firstName, lastName, phone, title, about } = body;
  const payload = {
    userId,
    firstName,
    lastName,
    phone,
    title,
    about: about === undefined ? undefined : sanitise(about),
  };
  // The profile first: a conflict there leaves the password as it is.
  const answer = await onUser(request, userId, {
    name: 'EditProfile',
    payload,
    decide: editProfile,
    render: (user) => renderUser(userId, user, dependencies.adminEmail),
  });
  if (password) await changePassword(request, password);
  return answer;
}

/** With the e-mail of the account. */
interface CheckedChange extends PasswordChange {
  readonly email: string;
}

/**
 * If another password was set after the check of the current one, the check runs again: it finds this password set
 * already, or refuses.
 */
async function changePassword(
  request: CommandRequest<z.output<typeof EditUser>>,
  change: CheckedChange,
): Promise<void> {
  const { dependencies, caller } = request;
  if (await dependencies.credentials.changePassword(caller.userId, change, caller.sessionId)) {
    dependencies.limits.passwordChanged(change.email);
    return;
  }
  const again = await checkedPasswordChange(request);
  if (again) await changePassword(request, again);
}

/**
 * @returns undefined if the password does not change
 * @throws Rejection 400 if the current one is wrong, HttpProblem 429 after too many attempts
 */
async function checkedPasswordChange({
  dependencies,
  caller,
  body: { password, currentPassword },
}: CommandRequest<z.output<typeof EditUser>>): Promise<CheckedChange | undefined> {
  if (password === undefined) return undefined;
  await requireLocal(dependencies, caller.userId);
  await requireAcceptablePassword(dependencies, password, caller.userId);
  if (currentPassword === undefined || currentPassword === '')
    throw invalidField('currentPassword', refusal('current-password-required'));
  const credential = await dependencies.credentials.findByUser(caller.userId);
  if (!credential) throw notFound();
  // A session that was left open must not be used for guessing. The count is the session's own: other sessions are not
  // limited by it.
  const attempt = await dependencies.limits.count('currentPassword', { caller: caller.sessionId });
  const isCurrent = await dependencies.passwords.matches(credential.passwordHash, currentPassword);
  // A repeat whose first answer was lost: the new password is set already.
  const isDone = !isCurrent && (await dependencies.passwords.matches(credential.passwordHash, password));
  if (!isCurrent && !isDone) throw invalidField('currentPassword', refusal('wrong-password'));
  await attempt.undo();
  return {
    email: credential.email,
    was: credential.passwordHash,
    now: isDone ? credential.passwordHash : await dependencies.passwords.hash(password),
  };
}

const recommendation =
  (request: CommandRequest<unknown>, userId: string, id: string) =>
  (user: RegisteredUser): Promise<RecommendationAnswer> => {
    const found = user.recommendations.find((one) => one.recommendationId === id);
    if (!found) throw notFound();
    return renderRecommendation(request.dependencies, userId, found);
  };

export const profileRoutes = [
  command(accountCalls.editProfile, { body: EditUser, refusedAs: 'ProofRefused', answer: edit }),
  command(accountCalls.addRecommendation, {
    makes: true,
    body: AddRecommendation,
    async answer(request) {
      const userId = request.param('userId');
      const text = sanitise(request.body.recommendation);
      if (isBlank(text)) throw invalidField('recommendation', refusal('recommendation-required'));
      const id = recommendationId(userId, shortDerivedId(request.commandId, 'recommendation'));
      const payload = { userId, recommendationId: id, recommendation: text };
      return onUser(request, userId, {
        name: 'WriteRecommendation',
        payload,
        decide: writeRecommendation,
        render: recommendation(request, userId, id),
      });
    },
  }),
  command(accountCalls.acceptRecommendation, {
    body: AcceptRecommendation,
    async answer(request) {
      const id = request.param('recommendationId');
      const userId = userOfRecommendation(id);
      // The answer does not show which recommendations of another person exist.
      if (userId !== request.caller.userId) throw forbidden();
      const payload = { userId, recommendationId: id, isAccepted: request.body.isAccepted };
      return onUser(request, userId, {
        name: 'AcceptRecommendation',
        target: id,
        payload,
        decide: acceptRecommendation,
        render: recommendation(request, userId, id),
      });
    },
  }),
];
