/** The variables of single sign-on (docs/operations.md, "Single sign-on"). */
import * as z from 'zod';
import { Id } from 'language/domain/values/fields';
import { common, type Mistake, setting } from 'service-kit/process/settings';

const GROUPS_EXAMPLE = '{"icu-pharmacists": {"team": "<team id>", "role": "pharmacist"}}';

/** `auditor` goes with each other role; alone it makes a reader who may audit. */
const GroupRole = z.enum(['pharmacist', 'physician', 'reader', 'auditor']);
const TeamOfGroup = z.strictObject({ team: Id, role: GroupRole });
/** By name of the provider's group, what it gives in teams. */
export type GroupMap = ReadonlyMap<string, readonly z.output<typeof TeamOfGroup>[]>;

const GroupMapJson = z
  .record(z.string().min(1), z.union([TeamOfGroup, z.array(TeamOfGroup).min(1)]))
  .transform((groups): GroupMap => new Map(Object.entries(groups).map(([name, teams]) => [name, [teams].flat()])));

const groups = z
  .string()
  .default('{}')
  .transform((text, context): GroupMap => {
    const parsed = GroupMapJson.safeParse(jsonOf(text));
    if (parsed.success) return parsed.data;
    context.addIssue(
      `must be JSON such as ${GROUPS_EXAMPLE}, with a role of pharmacist, physician, reader, auditor; ` +
        'a group of several teams has a list of these',
    );
    return z.NEVER;
  });

/** Undefined for a text that is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const singleSignOnShape = {
  OIDC_ISSUER: common.OIDC_ISSUER,
  OIDC_NAME: common.OIDC_NAME,
  LOCAL_ACCOUNTS: common.LOCAL_ACCOUNTS,
  OIDC_CLIENT_ID: setting(z.string().max(255).optional(), 'The id of this installation at the provider'),
  OIDC_CLIENT_SECRET: setting(z.string().max(1024).optional(), 'Its secret there'),
  OIDC_SCOPE: setting(
    z
      .string()
      .regex(/^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/, 'must be names separated by spaces')
      .refine((text) => text.split(' ').includes('openid'), 'must have openid among its names')
      .default('openid email profile'),
    'What the provider is asked to say of a person',
  ),
  OIDC_GROUPS_CLAIM: setting(z.string().max(255).default('groups'), "The claim with a person's groups at the provider"),
  OIDC_GROUPS: setting(groups, `What groups give in teams, as JSON: ${GROUPS_EXAMPLE}; unset: nothing`),
  OIDC_PLAIN_HTTP: setting(
    z.enum(['refuse', 'localhost'], 'must be refuse or localhost').default('refuse'),
    'localhost: a provider on this machine may be reached without TLS, for development',
  ),
} as const;

type Values = {
  readonly [Name in keyof typeof singleSignOnShape]?: z.output<(typeof singleSignOnShape)[Name]['schema']> | undefined;
} & { readonly PUBLIC_URL?: string | undefined };

/** The host is this machine, by a name that no name server decides. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

export function singleSignOnMistakes(values: Values): Mistake[] {
  const { OIDC_ISSUER, OIDC_PLAIN_HTTP, LOCAL_ACCOUNTS } = values;
  const mistake = (name: keyof Values, words: string): Mistake => ({ name, sentence: `${name}: ${words}.` });
  const ofClient = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  if (OIDC_ISSUER === undefined)
    return [
      ...(LOCAL_ACCOUNTS === 'off'
        ? [mistake('LOCAL_ACCOUNTS', 'can be off only with OIDC_ISSUER: no person could sign in')]
        : []),
      ...ofClient
        .filter((name) => values[name] !== undefined)
        .map((name) => mistake(name, 'is of use only with OIDC_ISSUER: there is no single sign-on without it')),
    ];
  const issuer = new URL(OIDC_ISSUER);
  const mayBePlain = OIDC_PLAIN_HTTP === 'localhost' && isLoopback(issuer);
  return [
    ...(issuer.protocol === 'https:' || mayBePlain
      ? []
      : [
          mistake(
            'OIDC_ISSUER',
            'must begin with https:// (http:// only on this machine, with OIDC_PLAIN_HTTP=localhost)',
          ),
        ]),
    // A provider of this machine, for development, leads back to this machine.
    ...(isLoopback(issuer) || !('PUBLIC_URL' in values) || values.PUBLIC_URL !== undefined
      ? []
      : [mistake('PUBLIC_URL', 'is needed with OIDC_ISSUER: the provider leads people back to it')]),
    ...ofClient
      .filter((name) => name in values && values[name] === undefined)
      .map((name) => mistake(name, 'is needed with OIDC_ISSUER')),
  ];
}
