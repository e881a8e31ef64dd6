/**
 * Finds people by e-mail, for a team admin who adds them. The answer shows whether an e-mail has an account, so
 * attempts that do not find an addable person are counted (docs/decisions/write-side/rate-limits.md). A person who is
 * added sees it, and the log records it.
 */
import { Rejection } from 'language/domain/command';
import { refusal } from 'language/domain/reasons/refusal';
import type { AddTeamMember } from 'language/domain/team/decide';
import type { CreatedTeam } from 'language/domain/team/state';
import type { CommandRequest } from '../command-route.ts';

type Asking = Pick<CommandRequest<unknown>, 'dependencies' | 'caller' | 'client'>;
type People = ReadonlyMap<string, AddTeamMember>;

/** @param email lower case @throws Rejection 404 if no account has it, HttpProblem 429 */
export const personByEmail = async (asking: Asking, email: string): Promise<AddTeamMember> =>
  personIn(await peopleByEmail(asking, [email]), email);

/**
 * The people of a whole list of members, as its sender edited it. Only those who are not members yet are looked up.
 * @throws Rejection 404 if no account has one of the e-mails, HttpProblem 429
 */
export async function listedMembers<Named extends { readonly email: string }>(
  asking: Asking,
  team: CreatedTeam,
  listed: readonly Named[],
): Promise<(Named & AddTeamMember)[]> {
  const isProven = !asking.dependencies.requiresVerifiedEmail;
  const members: People = new Map(team.members.map(({ userId, email }) => [email, { userId, email, isProven }]));
  const others = await peopleByEmail(
    asking,
    listed.map(({ email }) => email).filter((email) => !members.has(email)),
  );
  return listed.map((named) => ({ ...named, ...(members.get(named.email) ?? personIn(others, named.email)) }));
}

async function peopleByEmail(
  { dependencies, caller, client: { address } }: Asking,
  emails: readonly string[],
): Promise<People> {
  if (emails.length === 0) return new Map();
  const attempt = await dependencies.limits.count('findPerson', { caller: caller.userId, address });
  const accounts = (await dependencies.credentials.findByEmails(emails)).filter(
    ({ isConfirmed, isDisabled }) => isConfirmed && !isDisabled,
  );
  const people: People = new Map(
    accounts.map(({ userId, email, isEmailProven }) => [
      email,
      { userId, email, isProven: isEmailProven || !dependencies.requiresVerifiedEmail },
    ]),
  );
  const areAllProven = emails.every((email) => personIn(people, email).isProven);
  if (areAllProven) await attempt.undo();
  return people;
}

function personIn(people: People, email: string): AddTeamMember {
  const person = people.get(email);
  if (!person) throw new Rejection(refusal('user-not-found'));
  return person;
}
