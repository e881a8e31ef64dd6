/** The claims of the provider about a person. They are checked like what a person types. */
import * as z from 'zod';
import { Email, isVisible, Name, SingleLine } from 'language/domain/values/fields';
import { limits } from 'language/domain/values/codes';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import { refusalOf } from 'service-kit/http/validate-input';

type Claims = Readonly<Record<string, unknown>>;

export interface ProviderClaims {
  /** The person at this provider, for ever. */
  readonly subject: string;
  /** All of them, the ID token's first. */
  readonly all: Claims;
}

/** A person whom the provider has just signed in. */
export interface SignedInThere {
  readonly claims: ProviderClaims;
  readonly issuer: string;
  /** The provider's session, if it names it. */
  readonly sid: string | undefined;
  /** For the end of that session. */
  readonly idToken: string;
  /** How the person was recognised there, as far as the provider says it. */
  readonly amr: readonly string[];
  readonly acr: string | undefined;
  /** When they proved there who they are, as far as the provider says it. */
  readonly authenticatedAt: Date | undefined;
}

/** The last of the instants that a `Date` can hold. */
const LAST_SECOND = 8_640_000_000_000;
const Session = z.object({
  sid: z.string().min(1).max(255).optional().catch(undefined),
  amr: z.array(z.string().max(64)).max(20).catch([]),
  acr: z.string().max(255).optional().catch(undefined),
  auth_time: z.number().positive().max(LAST_SECOND).optional().catch(undefined),
});

/**
 * @param said by the ID token
 * @param asked of the provider for the same subject
 */
export function readClaims(
  said: Claims & { readonly sub: string },
  asked: Claims,
): Pick<SignedInThere, 'claims' | 'sid' | 'amr' | 'acr' | 'authenticatedAt'> {
  // An address is proven by the same source that names it.
  const { email, email_verified } = said['email'] === undefined ? asked : said;
  const { sid, amr, acr, auth_time } = Session.parse(said);
  return {
    claims: { subject: said.sub, all: { ...asked, ...said, email, email_verified } },
    sid,
    amr,
    acr,
    authenticatedAt: auth_time === undefined ? undefined : new Date(auth_time * 1000),
  };
}

/** @throws HttpProblem 403 */
export function emailIn({ all }: ProviderClaims): { email: string; isVerified: boolean } {
  const email = Email.safeParse(all['email']);
  if (!email.success) throw new HttpProblem(refusal('provider-email-missing'));
  // Some providers write "true": that is no promise of this standard.
  return { email: email.data, isVerified: all['email_verified'] === true };
}

const Person = z.object({ firstName: Name('first-name-required'), lastName: SingleLine(limits.name) });

/** A claim without a character that is seen is none. */
const present = (claim: unknown): unknown =>
  typeof claim === 'string' && !isVisible(claim) ? undefined : (claim ?? undefined);

/** The two names. The last one is empty for a person with one name. */
function splitNames({ given_name, family_name, name }: Claims): [first: unknown, last: unknown] {
  const [given, family] = [present(given_name), present(family_name)];
  const words = typeof name === 'string' ? name.trim().split(/\s+/u) : [];
  const [before, last] = words.length > 1 ? [words.slice(0, -1).join(' '), words.at(-1)] : [words[0], ''];
  if (given === undefined)
    return family === undefined ? [before ?? '', last] : last === '' ? [family, ''] : [before, family];
  return [given, family ?? (words.join(' ') === given ? '' : last)];
}

/** The two names, or the one name, whose last word is the last name. @throws HttpProblem 403 */
export function namesIn({ all }: ProviderClaims): z.output<typeof Person> {
  const [firstName, lastName] = splitNames(all);
  const person = Person.safeParse({ firstName, lastName }, { reportInput: true });
  if (person.success) return person.data;
  const [issue] = person.error.issues;
  const why = issue ? refusalOf(issue) : refusal('invalid-input');
  throw new HttpProblem(refusal('provider-name-refused', { why: why.message }));
}

const Groups = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

/**
 * The person's groups; none where the claim is missing.
 * @throws HttpProblem 403 if the provider says that there are too many to list: a person would lose rights that they
 * have, or keep rights that they lost
 */
export function groupsIn({ all }: ProviderClaims, claim: string): readonly string[] {
  const elsewhere = all['_claim_names'];
  const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && claim in elsewhere;
  if (all[claim] === undefined && (isElsewhere || all['hasgroups'] === true))
    throw new HttpProblem(refusal('provider-groups-missing'));
  return Groups.catch([]).parse(all[claim]);
}
