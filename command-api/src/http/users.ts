/** Accounts: sign-up, login, logout. Passwords go to `accounts` and nowhere else. */
import { type SignedIn, type Written } from '../contract/entities.ts';
import { Login, RegisterUser } from '../contract/bodies/users.ts';
import type { Credential } from '../accounts/credentials.ts';
import { type Actor, Rejection } from '../domain/command.ts';
import { registerUser } from '../domain/user/decide.ts';
import type { User } from '../domain/user/state.ts';
import type { Outcome } from '../handle.ts';
import { callerOf, HttpProblem } from '../service/http.ts';
import type { Middleware } from 'koa';
import type * as z from 'zod';
import { madeBy } from './command-id.ts';
import { type Asked, type CommandRoute, openCommand } from './command-route.ts';
import type { House } from './house.ts';
import { renderUser } from './render/users.ts';
import { written } from './render/written.ts';

const EMAIL_TAKEN = 'An account with this e-mail already exists';
const WRONG_LOGIN = 'Invalid email or password';

/** Mails are not part of the product yet; the answer is the same whether there is an account or not. */
const FORGOTTEN = 'Passwords cannot be reset by mail yet: please ask whoever runs this installation';

type Registration = Pick<Asked<z.output<typeof RegisterUser>>, 'house' | 'commandId' | 'body'>;

/** `POST /api/users`: makes the account and signs in. */
async function register({ house, commandId, body }: Registration): Promise<SignedIn & Written> {
  if (body.password.length < house.minPasswordLength) {
    const sentence = `The password needs at least ${house.minPasswordLength} characters`;
    throw new HttpProblem('invalid', sentence, { fields: { password: sentence } });
  }
  const credential = await reservedFor({ house, commandId, body });
  const { userId } = credential;
  const actor: Actor = { id: userId, isMember: false, isTeamAdmin: false, canEdit: false, isPhysic: false, isAdminAccount: false };
  const { firstName, lastName, email, phone } = body;
  const outcome = await house.handle({
    name: 'RegisterUser',
    commandId: credential.commandId,
    fold: house.folds.user,
    id: userId,
    payload: { firstName, lastName, email, phone },
    actor: () => actor,
    decide: registerUser,
  });
  await house.credentials.confirm(userId);
  return signedIn(house, userId, outcome);
}

/** The e-mail's reservation: made now, or this person's own from a registration that was cut off or is repeated. @throws HttpProblem 409 */
async function reservedFor({ house, commandId, body }: Registration): Promise<Credential> {
  const passwordHash = await house.passwords.hash(body.password);
  const reservation = await house.credentials.reserve({ userId: madeBy(commandId, 'user'), email: body.email, passwordHash, commandId });
  if (reservation.outcome === 'reserved') return reservation.credential;
  if (reservation.outcome === 'idTaken') throw new Rejection('invalid', 'This Idempotency-Key was used for something else');
  const { credential } = reservation;
  const mayBeTheirs = !credential.confirmed || credential.commandId === commandId;
  if (mayBeTheirs && (await house.passwords.matches(credential.passwordHash, body.password))) return credential;
  const renewed = await renewedWhereAbandoned(house, credential, passwordHash);
  if (!renewed) throw new HttpProblem('conflict', EMAIL_TAKEN);
  return renewed;
}

/** A reservation without an account behind it would shut its e-mail out for ever. What the log knows of is an account, confirmed or not. */
async function renewedWhereAbandoned(house: House, credential: Credential, passwordHash: string): Promise<Credential | undefined> {
  if (credential.confirmed) return undefined;
  const { state } = await house.folds.user.now(credential.userId);
  return state.status === 'none' ? house.credentials.renew(credential.userId, passwordHash) : undefined;
}

/** `POST /api/users/login`: an unknown e-mail and a wrong password get the same answer after the same time. */
async function login({ house, body }: Pick<Asked<z.output<typeof Login>>, 'house' | 'body'>): Promise<(SignedIn & Written) | { message: string }> {
  if (body.forgetPW) return { message: FORGOTTEN };
  if (body.password === undefined) throw new HttpProblem('invalid', 'Password is required', { fields: { password: 'Password is required' } });
  const credential = await house.credentials.findByEmail(body.email);
  const matches = await house.passwords.matches(credential?.passwordHash, body.password);
  if (!credential || !matches) throw new HttpProblem('unauthorized', WRONG_LOGIN);
  const { state, revision } = await house.folds.user.now(credential.userId);
  // A reservation whose registration was cut off before its event: signing up once more finishes it.
  if (state.status === 'none' || revision === undefined) throw new HttpProblem('unauthorized', WRONG_LOGIN);
  if (!credential.confirmed) await house.credentials.confirm(credential.userId);
  return signedIn(house, credential.userId, { state, stream: house.folds.user.stream(credential.userId), revision });
}

async function signedIn(house: House, userId: string, { state, ...where }: Outcome<User>): Promise<SignedIn & Written> {
  if (state.status === 'none') throw new Error('A registered account is not there');
  return { ...renderUser(userId, state, house.adminEmail), token: await house.sessions.open(userId), ...written(where) };
}

/** `POST /api/users/logout`: the session ends at once, on both APIs and the sockets. No command: nothing of it is in the log. */
const logout = (house: House): Middleware => async (ctx) => {
  await house.sessions.close(callerOf(ctx).sessionId);
  ctx.body = { message: 'Signed out' };
};

export const userRoutes: readonly CommandRoute[] = [
  openCommand('post', '/api/users', { makes: true, body: RegisterUser, answer: register }),
  openCommand('post', '/api/users/login', { body: Login, answer: login }),
  { method: 'post', path: '/api/users/logout', answer: logout },
];
