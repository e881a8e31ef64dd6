/**
 * The rights: each call of the product, with the status of its answer for each role. Written by hand from the rules (docs/product.md,
 * "Rights" and "Visibility"), never from the code. If the code differs, `rights.int.spec.ts` fails: find out which of the two is right.
 * `docs/rights.md` is this table as a page. It is read as a table, so its lines may be long.
 */
import type { Call, Method as HttpMethod, Params, Query } from 'language/contract/calls/call';
import { type CallName, everyCall } from 'language/contract/calls/every-call';
import { defaultPriorityTable } from 'language/domain/priority/table';

/** In the order of the columns. */
export const roles = {
  visitor: { name: 'Visitor', who: 'not signed in' },
  stranger: { name: 'Stranger', who: 'signed in, and the admin of another team' },
  removed: { name: 'Removed', who: 'was a member of the team until its admin removed them' },
  disabled: { name: 'Disabled', who: 'is in the list of members, and disabled' },
  reader: { name: 'Reader', who: 'a member of the team without rights of their own, neither clinical pharmacist nor physician' },
  auditor: { name: 'Auditor', who: 'a reader whom the team admin appointed as an auditor (`canAudit`); members of other roles can be auditors as well' },
  pharmacist: { name: 'Pharmacist', who: 'a clinical pharmacist of the team (`canEdit`) who did not write the thing that the call is about' },
  physician: { name: 'Physician', who: 'a physician of the team (`isPhysic`) who did not write the thing that the call is about' },
  author: { name: 'Author', who: 'a clinical pharmacist of the team who wrote the review; and wrote the note as a physician, before a change of role' },
  teamAdmin: { name: 'Team admin', who: 'founded the team, and is a clinical pharmacist of it, like each founder; another member may take the place over' },
  adminAccount: { name: 'Admin account', who: 'the one account of the admin tools (`ADMIN_EMAIL`), in no team' },
} as const;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as Role[];

export type Method = HttpMethod | 'SOCKET';
/**
 * The content of a request. It is valid in every other way, so that its status depends on the right alone. `testing/placeholders.ts`
 * fills the names in braces. A command without a body sends `{}`.
 */
export interface RequestContent {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  /** A picture, or a table, as a form. */
  readonly picture?: true;
  readonly table?: true;
}

export interface Row extends RequestContent {
  /** Undefined outside the contract. */
  readonly call?: CallName;
  /** Unique. */
  readonly words: string;
  readonly method: Method;
  /** With placeholders, such as `/api/teams/{team}`; of a message of a live connection its name and its thing. */
  readonly path: string;
  readonly expected: Readonly<Record<Role, number>>;
  /** With a token that was signed out, has expired, or never existed. */
  readonly ended: number;
  /** With the `team` header of another team, sent by a role that may do it otherwise. Undefined: the call concerns no team, and the header has no effect. */
  readonly otherTeam: number | undefined;
  /** The reason, if the rules leave the right open. */
  readonly why: string | undefined;
}

export interface Family {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Such as `GET /api/teams/{team}`, at its first space. */
export function callOf(call: string): Pick<Row, 'method' | 'path'> {
  const space = call.indexOf(' ');
  return { method: call.slice(0, space) as Method, path: call.slice(space + 1) };
}

/** @param statuses visitor · stranger · removed · disabled · reader · auditor · pharmacist · physician · author · team admin · admin account | ended token · other team's header */
function row(words: string, call: Pick<Row, 'method' | 'path'>, statuses: string, why?: string): Row {
  const numbers = statuses.split(/[\s|]+/);
  const status = (index: number): number => Number(numbers[index]);
  const expected = Object.fromEntries(roleNames.map((role, index) => [role, status(index)])) as Record<Role, number>;
  const header = numbers[roleNames.length + 1];
  return { words, ...call, expected, ended: status(roleNames.length), otherTeam: header === '-' ? undefined : Number(header), why };
}

/** `end` closes the address, where the row shows a query or a slash there. */
interface Told extends Pick<RequestContent, 'picture' | 'table'> {
  readonly end?: string;
  readonly why?: string;
}
type ContentOf<Path extends string, Sent> = Told &
  ([Params<Path>] extends [never] ? object : { readonly params: Readonly<Record<Params<Path>, string>> }) &
  ([Sent] extends [Query<infer Name>] ? { readonly query?: Query<Name>['query'] } : { readonly body?: Partial<Sent> });
/** Words, statuses, and the content of the request. */
type RowOf<One> = One extends Call<HttpMethod, infer Path, unknown, infer Sent>
  ? [Params<Path>] extends [never]
    ? readonly [words: string, statuses: string, content?: ContentOf<Path, Sent>]
    : readonly [words: string, statuses: string, content: ContentOf<Path, Sent>]
  : never;
type Rows = { readonly [Name in CallName]?: readonly RowOf<(typeof everyCall)[Name]>[] };

const family = (title: string, rows: Rows, more: readonly Row[] = []): Family => ({
  title,
  rows: [
    ...Object.entries(rows).flatMap(([name, ofCall]) =>
      ofCall.map(([words, statuses, content]) => ({ ...rowOfCall(everyCall[name as CallName], words, statuses, content), call: name as CallName })),
    ),
    ...more,
  ],
});

function rowOfCall({ method, path }: Call, words: string, statuses: string, content: Told & { readonly params?: object } = {}): Row {
  const { params = {}, end = '', why, ...sent } = content;
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => (params as Record<string, string>)[name] ?? '');
  return { ...row(words, { method, path: filled + end }, statuses, why), ...sent };
}

const period = { query: { startDate: '2025-03-01', endDate: '2025-03-31' } } as const;
const between = { asOf: '2025-03-02T12:00:00Z', until: '2025-03-03T12:00:00Z' };
const entry = {
  errType: '{error type}',
  errDrug: '{trade label}',
  errNote: '<p>INR 4</p>',
  errRes: 1,
  errSeverity: 'C',
} as const;
const rating = { body: { reviewId: '{review}', errId: '{entry}', rating: 4.5 } } as const;

const statement = { kind: 'duplicate', agent: { kind: 'tag', id: '{tag}' }, exceptions: [], source: 'A label', sourceDate: '2025-01-01', severity: 'C', errType: '{error type}', text: '{new label}' } as const;
const potassium = { kind: 'potassium', value: 5.6, unit: 'mmol/L', takenOn: '2025-03-02' };
const priorityTable = { ...defaultPriorityTable, highAlertTags: [...defaultPriorityTable.highAlertTags], antibioticTags: [...defaultPriorityTable.antibioticTags] };
const view = { name: '{new label}', filter: { reasons: [], taken: 'any', deferred: 'shown', antimicrobials: true, reviewed: 'any' } } as const;
const move = { toAdmission: '{another admission}', reason: 'Another stay' };

const newPasskeyAnswer = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
} as const;

const OPEN = 'An ended token is refused even if the call needs none: its sender believes to be signed in.';

const account = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  signUp: [['Sign up',                                                                             '201 201 201 201 201 201 201 201 201 201 201 | 401 -', { body: { firstName: 'New', lastName: 'Person', email: '{new e-mail}', phone: '', password: '{password}', token: '{solved challenge}', }, why: OPEN }]],
  signIn: [
    ['Sign in',                                                                                    '200 200 200 200 200 200 200 200 200 200 200 | 401 -', { body: { email: "{another's e-mail}", password: '{password}' } }],
    ['Ask for a link to set a new password',                                                       '200 200 200 200 200 200 200 200 200 200 200 | 401 -', { body: { email: "{another's e-mail}", forgetPW: true } }],
  ],
  signInWithSecondFactor: [['Finish a sign-in with a second factor',                               '400 400 400 400 400 400 400 400 400 400 400 | 401 -', { body: { ticket: 'x' }, why: 'Open to all: the ticket says who signs in. Here the proof is missing.' }]],
  getPasskeyChallenge: [['Get a challenge for a passkey',                                          '200 200 200 200 200 200 200 200 200 200 200 | 401 -', { why: 'It looks nothing up.' }]],
  signInWithPasskey: [['Sign in with a passkey',                                                   '400 400 400 400 400 400 400 400 400 400 400 | 401 -', { body: { ticket: 'x' }, why: 'Open to all: the passkey says who signs in. Here it is none.' }]],
  resetPassword: [['Set a new password with a mailed link',                                        '200 200 200 200 200 200 200 200 200 200 200 | 401 -', { body: { token: "{mailed link's token}", password: '{password}' } }]],
  confirmEmail: [['Confirm the own e-mail with a mailed link',                                     '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { body: { token: "{own mailed link's token}" } }]],
  sendConfirmation: [['Ask for a link to confirm the own e-mail',                                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  beginAtProvider: [['Begin a sign-in at the provider',                                            '404 404 404 404 404 404 404 404 404 404 404 | 401 -', { why: 'The installation of this table has no provider of single sign-on; with one, these four calls are open to all.' }]],
  returnFromProvider: [['Come back from the provider',                                             '404 404 404 404 404 404 404 404 404 404 404 | 401 -']],
  fetchSession: [['Fetch the session after it',                                                    '404 404 404 404 404 404 404 404 404 404 404 | 401 -', { body: { code: 'a-code' } }]],
  endSessionsOfProvider: [['End sessions by a logout token of the provider',                       '404 404 404 404 404 404 404 404 404 404 404 | 401 -']],
  signOut: [['Sign out',                                                                           '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  listOwnSessions: [['List the own sessions',                                                      '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  endOwnSession: [
    ['End an own session',                                                                         '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{own session}' } }],
    ["End another person's session",                                                               '401 404 404 404 404 404 404 404 404 404 404 | 401 -', { params: { id: "{another's session}" }, why: 'The answer is the same if the session does not exist.' }],
  ],
  endOtherSessions: [['End all other own sessions',                                                '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  listSecondFactors: [['List the own second factors',                                              '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  beginTotp: [['Begin to set up an authenticator app',                                             '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  confirmTotp: [['Confirm an authenticator app with a wrong code',                                 '401 400 400 400 400 400 400 400 400 400 400 | 401 -', { body: { code: '123456' } }]],
  removeTotp: [['Remove the own authenticator app',                                                '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  beginPasskey: [['Get a challenge for a new passkey',                                             '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  addPasskey: [['Add a passkey with a wrong answer',                                               '401 400 400 400 400 400 400 400 400 400 400 | 401 -', { body: { ticket: 'x', answer: newPasskeyAnswer } }]],
  removePasskey: [['Remove an unknown passkey',                                                    '401 404 404 404 404 404 404 404 404 404 404 | 401 -', { params: { passkeyId: '{another person}' }, why: "The search covers the caller's own: those of others do not exist for them." }]],
  renewRecoveryCodes: [['Make recovery codes without a second factor',                             '401 409 409 409 409 409 409 409 409 409 409 | 401 -']],
  proveIdentity: [['Prove who is there',                                                           '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { body: { password: '{password}' } }]],
  lockSession: [['Lock the own session',                                                           '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  unlockSession: [['Unlock the own session',                                                       '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { body: { password: '{password}' } }]],
  getUnlockChallenge: [['Get a challenge for the own passkeys to unlock',                          '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  getDevicePin: [['Ask whether there is a PIN on this device',                                     '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  setDevicePin: [['Set a PIN on this device',                                                      '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { body: { pin: '482915', password: '{password}' } }]],
  removeDevicePin: [['Remove the PIN on this device',                                              '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  getDeviceKey: [['Get the key of what is kept on a device',                                       '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  getPushSubscription: [['Ask whether reminders are pushed to this browser',                       '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  setPushSubscription: [['Have reminders pushed to this browser',                                  '401 400 400 400 400 400 400 400 400 400 400 | 401 -', { body: { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }, language: { code: 'ar', digits: 'arab' } } }]],
  removePushSubscription: [['Have no more reminders pushed to this browser',                       '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  chooseLanguage: [['Choose the own language',                                                     '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { body: { code: 'ar', digits: 'arab' } }]],
  listAccounts: [['List the accounts of the installation',                                         '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { why: 'Whom to disable is decided for the installation: a team admin removes or disables a member of their team.' }]],
  listTeamsOfInstallation: [['List all teams of the installation',                                 '401 403 403 403 403 403 403 403 403 403 200 | 401 -']],
  setAccountState: [
    ['Enable an account',                                                                          '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { params: { userId: '{another person}' }, body: { disabled: false } }],
    ['Disable an account',                                                                         '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { params: { userId: '{new person}' }, body: { disabled: true, reason: 'Left' } }],
  ],
  endSessionsOfPerson: [['End all sessions of a person',                                           '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { params: { userId: '{new person}' } }]],
  searchSecurityLog: [['Search the security log',                                                  '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { why: 'It is of the whole installation, for the one account that answers for it.' }]],
  exportSecurityLogAsCsv: [['Export the security log',                                             '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { why: 'The export is a line of the log itself.' }]],
  exportSecurityLogAsXlsx: [['Export the security log as XLSX',                                    '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { why: 'The export is a line of the log itself.' }]],
  getOperations: [["Read the operator's page",                                                     '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { why: 'It is of the whole installation. It has numbers and ids, and names no person.' }]],
  tryParkedStreamAgain: [['Try a parked stream again',                                             '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { params: { projection: '{projection}', stream: '{stream}' }, why: 'For a stream that is not parked there is nothing to do: the answer says so.' }]],
  getFeeds: [["Look at the interface to the hospital",                                            '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { why: 'It names no patient.' }]],
  getFeedMessage: [['Read a parked message of the hospital',                                      '401 403 403 403 403 403 403 403 403 403 404 | 401 -', { params: { id: '{feed message}' }, why: 'The admin account mends the mapping, and has to see the codes of the message. Each reading is in the security log.' }]],
  tryFeedMessageAgain: [['Try a parked message again',                                            '401 403 403 403 403 403 403 403 403 403 409 | 401 -', { params: { id: '{feed message}' } }]],
  setFeedMessageAside: [['Set a parked message aside',                                            '401 403 403 403 403 403 403 403 403 403 409 | 401 -', { params: { id: '{feed message}' }, body: { reason: 'notOurs' } }]],
  getMe: [['Read the own account',                                                                 '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  getToday: [['Read what waits for oneself today',                                                 '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { why: "Of the caller's own teams: without a team it is empty." }]],
  getProfile: [["Read another person's public profile",                                            '200 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{another person}' } }]],
  getMetrics: [
    ['Read the own metrics',                                                                       '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{own id}' }, ...period }],
    ["Read another person's metrics",                                                              '401 403 403 403 403 403 403 403 403 403 403 | 401 -', { params: { id: '{another person}' }, ...period, why: 'They are personal, and show what was found in which team; the counts of a public profile come with the profile.' }],
  ],
  editProfile: [
    ['Change the own profile',                                                                     '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{own id}' }, body: { title: 'Consultant' } }],
    ['Change the own password',                                                                    '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{own id}' }, body: { password: '{password}', currentPassword: '{password}' } }],
    ["Change another person's profile",                                                            '401 403 403 403 403 403 403 403 403 403 403 | 401 -', { params: { id: '{another person}' }, body: { title: 'Consultant' }, why: 'Public profiles show that accounts exist, so 403 reveals nothing. The admin account has no right here either.' }],
  ],
  addRecommendation: [
    ['Recommend another person',                                                                   '401 201 201 201 201 201 201 201 201 201 201 | 401 -', { params: { userId: '{another person}' }, body: { recommendation: '<p>Careful</p>' } }],
    ['Recommend oneself',                                                                          '401 400 400 400 400 400 400 400 400 400 400 | 401 -', { params: { userId: '{own id}' }, body: { recommendation: '<p>Careful</p>' } }],
  ],
  acceptRecommendation: [
    ['Publish a recommendation about oneself',                                                     '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { recommendationId: '{own recommendation}' }, body: { isAccepted: true } }],
    ['Publish a recommendation about another person',                                              '401 403 403 403 403 403 403 403 403 403 403 | 401 -', { params: { recommendationId: "{another's recommendation}" }, body: { isAccepted: true }, why: 'The owner only. The answer is the same if the recommendation does not exist.' }],
  ],
  getConfig: [['Read how sign-up is checked',                                                      '200 200 200 200 200 200 200 200 200 200 200 | 401 -', { end: '/' }]],
  getCaptchaChallenge: [['Get a challenge for one sign-up or sign-in',                             '200 200 200 200 200 200 200 200 200 200 200 | 401 -', { why: 'Part of sign-up and sign-in, which are open to all.' }]],
} satisfies Rows;

const never = { remindAfterMinutes: null, nextAfterMinutes: null, adminAfterMinutes: null };
const answerRules = {
  refusalReasons: ['Benefit outweighs risk'], changeMinutes: 15, quietFrom: '', quietUntil: '', ranksPhysicians: false,
  ladder: { AB: never, CD: never, EF: never, GI: never, ungraded: never },
};
const teams = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  listTeams: [
    ['List the own teams',                                                                         '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { end: '/?user={own e-mail}' }],
    ["List another person's teams",                                                                '401 403 403 403 403 403 403 403 403 403 403 | 401 -', { end: "/?user={another's e-mail}" }],
  ],
  foundTeam: [['Found a team',                                                                     '401 201 201 201 201 201 201 201 201 201 201 | 401 -', { body: { name: 'CCU', specialty: 2, about: '' } }]],
  getTeam: [['Read a team',                                                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{team}' } }]],
  getTeamNews: [['See which charts have changed since the last look',                              '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{team}' }, why: 'The same right as for the patients of these charts.' }]],
  editTeam: [
    ['Change a team',                                                                              '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { id: '{team}' }, body: { about: '<p>Twenty beds</p>' } }],
    ['Require a second factor of the members',                                                     '401 404 404 404 403 403 403 403 403 409 404 | 401 403', { params: { id: '{team}' }, body: { secondFactorRequired: true }, why: 'The team admin of this table has none: they would close the team to themselves.' }],
    ['Waive the second factor of the members',                                                     '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { id: '{team}' }, body: { secondFactorRequired: false } }],
  ],
  setPriorityTable: [['Write the table of priority',                                               '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { id: '{team}' }, body: priorityTable }]],
  addView: [['Save a view of the ward board',                                                      '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { params: { id: '{team}' }, body: view }]],
  changeView: [['Change a view',                                                                   '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{team}', viewId: '{view}' }, body: view }]],
  removeView: [['Delete a view',                                                                   '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{team}', viewId: '{view}' } }]],
  setClassification: [['Set how errors are classified',                                            '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { id: '{team}' }, body: { pcne: true, atc: true } }]],
  setAnswerRules: [["Set the rules for physicians' answers",                                        '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { id: '{team}' }, body: answerRules }]],
  addMember: [['Add a member',                                                                     '401 404 404 404 403 403 403 403 403 201 404 | 401 403', { params: { id: '{team}' }, body: { email: '{newcomer}' } }]],
  offerTeamAdmin: [["Offer the team admin's place",                                                '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { id: '{team}' }, body: { userId: '{a member}' } }]],
  withdrawTeamAdminOffer: [['Withdraw that offer',                                                 '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { id: '{team}' } }]],
  answerTeamAdminOffer: [["Answer the offer of the team admin's place",                            '401 404 404 404 409 409 409 409 409 409 404 | 401 403', { params: { id: '{team}' }, body: { accept: false }, why: 'The member who has the offer. Here no member of these roles has it.' }]],
  appointTeamAdmin: [['Appoint another team admin',                                                '401 403 403 403 403 403 403 403 403 403 404 | 401 -', { params: { id: '{team}' }, body: { userId: 'unknown', reason: 'Left' }, why: 'For a team whose admin has gone. Here the member does not exist: another one would end the rights of the team admin of this table.' }]],
  inviteMember: [['Invite a person by mail',                                                       '401 404 404 404 403 403 403 403 403 201 201 | 401 403', { params: { id: '{team}' }, body: { email: '{new e-mail}', role: 'reader' }, why: 'The admin account invites for a team whose admin has gone. The answer is the same whether the address has an account or not.' }]],
  listInvitations: [['List the open invitations',                                                  '401 404 404 404 403 403 403 403 403 200 200 | 401 403', { params: { id: '{team}' } }]],
  sendInvitationAgain: [['Send an invitation again',                                               '401 404 404 404 403 403 403 403 403 200 200 | 401 403', { params: { id: '{team}', invitationId: '{invitation}' } }]],
  withdrawInvitation: [['Withdraw an invitation',                                                  '401 404 404 404 403 403 403 403 403 200 200 | 401 403', { params: { id: '{team}', invitationId: '{invitation}' } }]],
  readInvitation: [['See what an invitation is for',                                               '400 400 400 400 400 400 400 400 400 400 400 | 401 -', { body: { token: 'x' }, why: 'Open to all: the link says which one. Here it is none.' }]],
  acceptInvitation: [['Join a team by an invitation',                                              '401 400 400 400 400 400 400 400 400 400 400 | 401 -', { body: { token: 'x' }, why: 'The link, in the account of its address. Here it is none.' }]],
  changeMember: [
    ["Switch a member's role",                                                                     '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { id: '{team}', userId: '{a member}' }, body: { role: 'physician' } }],
    ["Switch the team admin's role",                                                               '401 404 404 404 403 403 403 403 403 409 404 | 401 403', { params: { id: '{team}', userId: "{the team's admin}" }, body: { role: 'physician' } }],
    ['Appoint an auditor',                                                                         '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { id: '{team}', userId: '{a member}' }, body: { canAudit: true } }],
  ],
  removeMember: [
    ['Remove a member',                                                                            '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { id: '{team}', userId: '{a member}' } }],
    ["Remove the team's admin",                                                                    '401 404 404 404 403 403 403 403 403 409 404 | 401 403', { params: { id: '{team}', userId: "{the team's admin}" } }],
  ],
  listAccesses: [['Read the access log',                                                           '401 404 404 404 403 200 403 403 403 200 404 | 401 403', { params: { id: '{team}' }, why: 'It shows what each person has read: for the team admin, and for auditors as far as it concerns a patient.' }]],
  recordReportPrinted: [['Record that a report was printed',                                       '401 404 404 404 201 201 201 201 201 201 404 | 401 403', { params: { id: '{team}' }, body: { report: 1, ...period.query }, why: 'The right to read includes the right to print.' }]],
  recordDrugUsePrinted: [['Record that a list of who is on a drug was printed',                    '401 404 404 404 201 201 201 201 201 201 404 | 401 403', { params: { id: '{team}' }, body: { found: 3 }, why: 'The right to read includes the right to print.' }]],
  recordRoundListPrinted: [['Record that the round list was printed',                              '401 404 404 404 201 201 201 201 201 201 404 | 401 403', { params: { id: '{team}' }, body: { found: 3 }, why: 'The right to read includes the right to print.' }]],
} satisfies Rows;

const patients = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  searchOwnTeams: [['Search the patients of the own teams',                                        '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { query: { q: 'Nora' }, why: "Only patients of the caller's own teams are found: without a team there are none." }]],
  searchPatients: [['Search the patients of a team',                                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' } }]],
  listSimilarPatients: [['Ask who may be the same person',                                         '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' }, query: { firstName: 'محمد' }, why: 'A warning of near matches shows patients: the same right as reading them.' }]],
  listInpatients: [['List the inpatients of a team',                                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' } }]],
  getPatient: [['Read a patient',                                                                  '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{patient}' } }]],
  registerPatient: [['Register a patient',                                                         '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { body: { team: '{team}', firstName: 'منى', birthdate: '1990-05-01' } }]],
  correctPatient: [['Correct a patient',                                                           '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{patient}' }, body: { medicalRecordNumber: '1207' } }]],
  listMergedPatients: [['Read who was merged into a patient',                                      '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{patient}' } }]],
  mergePatients: [['Merge a patient into another',                                                 '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{patient}' }, body: { patient: '{another patient}' }, why: 'It says who a person is, as a correction does: the same right.' }]],
  separatePatients: [['Undo a merge of patients',                                                  '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{patient with a merged one}', mergedId: '{merged patient}' } }]],
  listNumberedPatients: [['Find patients by their record numbers',                                 '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' }, query: { numbers: '1207' }, why: 'The same right as the search of patients.' }]],
  readTable: [
    ['Read a table of patients',                                                                   '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { end: '?team={team}&kind=patients', table: true, why: 'Who may register patients.' }],
    ['Read a table of drugs',                                                                      '401 403 403 403 403 403 403 403 403 403 201 | 401 -', { end: '?kind=drugs', table: true, why: 'One row can change the drugs of all teams.' }],
  ],
  importRows: [
    ['Import patients',                                                                            '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { body: { team: '{team}', kind: 'patients', isTrial: false, rows: [{ row: 2, values: { medicalRecordNumber: '{new label}', firstName: 'منى', birthdate: '1990-05-01' } }] }, why: 'Who may register patients. Each row is a command with its own rights as well.' }],
    ['Import drugs',                                                                               '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { body: { team: '', kind: 'drugs', isTrial: false, rows: [{ row: 2, values: { label: 'Heparin', tradeLabels: '{new label}' } }] } }],
  ],
  keepImportSource: [
    ['Keep the columns of a source',                                                               '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { body: { team: '{team}', kind: 'patients', name: 'Admissions office', headings: { birthdate: 'DOB' } } }],
    ['Keep the columns of a source of drugs',                                                      '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { body: { team: '', kind: 'drugs', name: 'Supplier', headings: { label: 'Drug' } } }],
  ],
  recordAllergy: [['Record an allergy',                                                            '401 404 404 404 403 403 201 201 201 201 404 | 401 403', { params: { id: '{patient}' }, body: { agentText: 'Shellfish' }, why: 'Who treats the patient is told of allergies: physicians as well.' }]],
  confirmAllergies: [['Confirm the allergies of a patient',                                        '401 404 404 404 403 403 200 200 200 200 404 | 401 403', { params: { id: '{patient}' } }]],
  correctAllergy: [['Correct an allergy',                                                          '401 404 404 404 403 403 200 200 200 200 404 | 401 403', { params: { id: '{patient}', allergyId: '{allergy}' }, body: { severity: 'severe' } }]],
  removeAllergy: [['Remove an allergy',                                                            '401 404 404 404 403 403 200 200 200 200 404 | 401 403', { params: { id: '{patient}', allergyId: '{allergy}' }, body: { reason: 'Tolerated it' } }]],
  deletePatient: [
    ['Delete a patient without admissions',                                                        '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{patient}' }, why: '`canEdit`, as for all commands on patients.' }],
    ['Delete a patient who has admissions',                                                        '401 404 404 404 403 403 409 403 409 409 404 | 401 403', { params: { id: '{admitted patient}' }, why: 'A person without the right learns that it is missing, not why the deletion is impossible.' }],
  ],
  getErasure: [['See what an erasure of a patient ends',                                           '401 404 404 404 200 200 200 200 200 200 200 | 401 403', { params: { id: '{admitted patient}' }, why: 'The admin account is one of the two people: it sees counts, and no name and no text.' }]],
  listErasures: [['List the erasures that a team is asked for',                                    '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{team}' }, why: 'The same right as reading the patients.' }]],
  listAllErasures: [['List the erasures of the installation',                                      '401 403 403 403 403 403 403 403 403 403 200 | 401 -']],
  requestErasure: [['Ask for the erasure of a patient',                                            '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { params: { id: '{patient}' }, body: { category: 'wish', reason: 'They asked for it in writing' }, why: '`canEdit`, and the team admin.' }]],
  withdrawErasure: [['Withdraw an erasure that was not asked for',                                 '401 404 404 404 409 409 409 409 409 409 404 | 401 403', { params: { id: '{patient}' }, why: 'Each person withdraws their own request: here there is none.' }]],
  refuseErasure: [['Refuse an erasure that was not asked for',                                     '401 404 404 404 403 403 403 403 403 409 409 | 401 403', { params: { id: '{patient}' }, why: 'The right comes first: the team admin and the admin account answer a request.' }]],
  agreeToErasure: [['Agree to an erasure that was not asked for',                                  '401 404 404 404 403 403 403 403 403 409 409 | 401 403', { params: { id: '{patient}' } }]],
} satisfies Rows;

const admissions = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  listAdmissions: [['List the admissions of a patient',                                            '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { patientId: '{patient}' } }]],
  getAdmission: [['Read an admission',                                                             '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  getChartNews: [['Ask what has changed since the last look',                                      '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{admission}' }, why: 'Since the caller\'s own last look; the same right as reading the chart.' }]],
  admitPatient: [['Admit a patient',                                                               '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { body: { patient: '{patient}', team: '{team}', admissionDate: '2025-03-01' } }]],
  editAdmission: [['Edit or discharge',                                                            '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: { dischargeDate: '2025-03-09', dischargeStatus: 0 } }]],
  deleteAdmission: [
    ['Delete an admission without reviews',                                                        '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' }, why: '`canEdit`, as for all commands on admissions.' }],
    ['Delete an admission that has reviews',                                                       '401 404 404 404 403 403 409 403 409 409 404 | 401 403', { params: { id: '{reviewed admission}' } }],
  ],
  recordChatAsked: [['Record a question to the chat assistant',                                    '401 404 404 404 201 201 201 201 201 201 404 | 401 403', { params: { id: '{admission}' }, body: { reviews: 1 }, why: 'Each reader of the reviews may ask. A team can switch the assistant off for all (409).' }]],
  uploadImages: [['Upload images',                                                                 '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { params: { id: '{admission}' }, picture: true }]],
  addGalleryGroup: [['Add a group of images',                                                      '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { params: { id: '{admission}' }, body: { title: 'Wound', images: [{ image: '{path of an image}' }] }, why: 'Any editor: `canEdit`.' }]],
  removeGalleryGroup: [['Remove a group of images',                                                '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}', groupId: '{group}' } }]],
  moveRecord: [
    ['Move a review to another chart',                                                             '401 404 404 404 403 403 403 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: { kind: 'review', id: '{review}', ...move }, why: 'Its author, and the team admin: the right is asked in the team that both charts belong to.' }],
    ['Move an entry to another chart',                                                             '401 404 404 404 403 403 403 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: { kind: 'entry', id: '{entry}', reviewId: '{review}', ...move } }],
    ['Move a physician note to another chart',                                                     '401 404 404 404 403 403 403 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: { kind: 'note', id: '{note}', ...move } }],
    ['Move images to another chart',                                                               '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: { kind: 'images', id: '{group}', ...move }, why: 'Any editor, as for their removal.' }],
  ],
  getImage: [['See an image',                                                                      '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{image}' } }]],
  getThumbnail: [['See an image, small',                                                           '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{image}' }, why: 'The same right as the image.' }]],
  listMedications: [['List the medications of an admission',                                       '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  addMedication: [['Add a medication',                                                             '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { params: { id: '{admission}' }, body: { drug: '{trade label}', dose: '5 mg', startDate: '2025-03-01' } }]],
  updateMedication: [['Change a medication',                                                       '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}', medId: '{medication}' }, body: { dose: '10 mg' } }]],
  stopMedication: [['Stop a medication',                                                           '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}', medId: '{medication}' } }]],
  holdMedication: [['Hold a medication',                                                           '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}', medId: '{medication}' }, body: { from: '2025-03-01' } }]],
  resumeMedication: [['Give a held medication again',                                              '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}', medId: '{medication}' } }]],
  deleteMedication: [['Delete a medication',                                                       '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}', medId: '{medication}' } }]],
  sortMedications: [['Sort the medications',                                                       '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: { ids: ['{medication}'] } }]],
  listMeasurements: [['List the measured values of an admission',                                  '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  recordMeasurements: [['Record measured values',                                                  '401 404 404 404 403 403 201 201 201 201 404 | 401 403', { params: { id: '{admission}' }, body: { measurements: [potassium] }, why: 'Clinical pharmacists and physicians: both measure and read results.' }]],
  correctMeasurement: [['Correct a measured value',                                                '401 404 404 404 403 403 200 200 200 200 404 | 401 403', { params: { id: '{admission}', measurementId: '{measurement}' }, body: { value: 4.6 } }]],
  getReconciliation: [['See the reconciliation of an admission',                                   '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  recordHomeMedication: [['Record a medicine from home',                                           '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { params: { id: '{admission}' }, body: { drugLabel: 'Herbal tea' } }]],
  correctHomeMedication: [['Correct a medicine from home',                                         '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}', homeId: '{home medication}' }, body: { dose: '1 cup' } }]],
  removeHomeMedication: [['Remove a medicine from home',                                           '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}', homeId: '{home medication}' } }]],
  reconcileMedications: [['Decide about a medicine at the admission',                              '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: { stage: 'admission', lines: [{ line: { kind: 'home', id: '{home medication}' }, action: 'continued' }] } }]],
  recordDischargeListPrinted: [['Record that the discharge medication list was printed',           '401 404 404 404 201 201 201 201 201 201 404 | 401 403', { params: { id: '{admission}' }, why: 'The right to read includes the right to print.' }]],
  removeMeasurement: [['Remove a measured value',                                                  '401 404 404 404 403 403 200 200 200 200 404 | 401 403', { params: { id: '{admission}', measurementId: '{measurement}' }, body: { reason: 'Another patient' } }]],
  listFindingDecisions: [['List the decisions on the findings of an admission',                    '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  decideFinding: [['Dismiss or defer a finding',                                                   '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: { finding: { key: 'statement order', fingerprint: '[1]', statementId: 'statement', statementVersion: 1 }, decision: { kind: 'dismissed', reason: 'Intended' } }, why: '`canEdit`: it replaces an entry.' }]],
} satisfies Rows;

const transfers = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  listReceivingTeams: [['See which teams receive patients',                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' }, why: 'Names only, of teams whose admin has agreed to it.' }]],
  listIncomingTransfers: [['See what is offered to the team',                                      '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' }, why: 'What is needed to answer the offer. The chart is not readable before.' }]],
  listTransferredStays: [['List the patients whom the team has transferred',                       '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' }, why: 'Their charts are readable as they were at the transfer (`transfers.nightly.int.spec.ts`).' }]],
  offerTransfer: [['Offer a patient to another team',                                              '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { params: { id: '{admission}' }, body: { toTeam: '{receiving team}', note: 'Stable' }, why: '`canEdit`, as for a discharge.' }]],
  withdrawTransfer: [['Withdraw an offer',                                                         '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{offered admission}' }, body: { offer: '{offer}' }, why: 'Here the stranger is the admin of the receiving team.' }]],
  declineTransfer: [['Decline what is offered to the team',                                        '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{incoming admission}' }, body: { offer: '{incoming offer}', reason: 'No bed' }, why: 'The team of this table receives. The stranger is the admin of the offering team.' }]],
  acceptTransfer: [['Accept what is offered to the team',                                          '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{incoming admission}' }, body: { offer: '{incoming offer}' }, why: '`canEdit`, as for an admission.' }]],
} satisfies Rows;

const reviews = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  listReviews: [['List the reviews of an admission',                                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { admissionId: '{admission}' } }]],
  getMedicationDashboard: [['See the medication dashboard',                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { admissionId: '{admission}' } }]],
  addReview: [['Add a review',                                                                     '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { body: { admissionId: '{admission}', reviewDate: '2025-03-02', drugErrs: [entry] } }]],
  recordReviewPrinted: [['Record that a review was printed',                                       '401 404 404 404 201 201 201 201 201 201 404 | 401 403', { params: { reviewId: '{review}' }, why: 'The right to read includes the right to print.' }]],
  duplicateReview: [['Duplicate a review',                                                         '401 404 404 404 403 403 201 403 201 201 404 | 401 403', { params: { reviewId: '{review}' }, why: 'The review of any author: the copy belongs to the person who makes it.' }]],
  editReviewHead: [["Change a review's head",                                                      '401 404 404 404 403 403 403 403 200 403 404 | 401 403', { params: { reviewId: '{review}' }, body: { reviewDate: '2025-03-03', clinicalNote: '<p>Better</p>' } }]],
  deleteReview: [['Delete a review',                                                               '401 404 404 404 403 403 403 403 200 403 404 | 401 403', { params: { reviewId: '{review}' } }]],
  addEntry: [['Add an entry',                                                                      '401 404 404 404 403 403 403 403 201 403 404 | 401 403', { params: { reviewId: '{review}' }, body: { reviewId: '{review}', drugErr: entry } }]],
  updateEntry: [['Change an entry',                                                                '401 404 404 404 403 403 403 403 200 403 404 | 401 403', { params: { reviewId: '{review}' }, body: { reviewId: '{review}', drugErr: { ...entry, _id: '{entry}', errSeverity: 'D', followUpDate: null } } }]],
  removeEntry: [['Remove an entry',                                                                '401 404 404 404 403 403 403 403 200 403 404 | 401 403', { params: { reviewId: '{review}' }, body: { reviewId: '{review}', drugErr: { _id: '{entry}' } } }]],
  planFollowUp: [['Set the follow-up date of an entry',                                            '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { reviewId: '{review}' }, body: { reviewId: '{review}', errId: '{entry}', followUpDate: '2025-03-05' }, why: 'The author, and each clinical pharmacist: it says nothing about the error, and a colleague who takes over plans the next look.' }]],
  takeOverEntry: [['Take over an entry',                                                           '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { reviewId: '{review}' }, body: { reviewId: '{review}', errId: '{entry}' }, why: 'Each clinical pharmacist, also from a colleague who is there: the author keeps every right. The entry of the request waits for a response.' }]],
  respondToEntry: [['Record the response to an entry',                                             '401 404 404 404 403 403 403 403 200 403 404 | 401 403', { params: { reviewId: '{review}' }, body: { reviewId: '{review}', errId: '{entry}', errRes: 1 }, why: 'The author, and the clinical pharmacist who has taken the entry over.' }]],
  addressEntry: [['Address an entry to the physicians of the team',                                '401 404 404 404 403 403 403 403 200 403 404 | 401 403', { params: { reviewId: '{review}' }, body: { entryId: '{entry}', to: { kind: 'physicians' } }, why: 'Those who record the response: the author, and the clinical pharmacist who has taken the entry over.' }]],
  answerEntry: [["Answer an entry in one's own name",                                              '401 404 404 404 403 403 403 200 403 403 404 | 401 403', { params: { reviewId: '{review}' }, body: { entryId: '{entry}', answer: 'accepted' }, why: 'Each physician of the team that the patient is in now, whomever it is asked of: the answer has their name. What was said by mouth is recorded as a response.' }]],
  rateEntry: [['Rate an entry',                                                                    '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { reviewId: '{review}' }, ...rating }]],
  rateEntryByOtherPath: [['Rate an entry (the other path)',                                        '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { params: { reviewId: '{review}' }, ...rating }]],
} satisfies Rows;

const notes = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  listNotes: [['List the notes of an admission',                                                   '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { admissionId: '{admission}' } }]],
  addNote: [['Add a note',                                                                         '401 404 404 404 403 403 403 201 403 403 404 | 401 403', { body: { admissionId: '{admission}', noteDate: '2025-03-02', note: '<p>Echo</p>' }, why: 'Only a physician of today: the author is no longer one, and the team admin has no clinical right beyond their role.' }]],
  editNote: [['Change a note',                                                                     '401 404 404 404 403 403 403 403 200 403 404 | 401 403', { params: { noteId: '{note}' }, body: { noteDate: '2025-03-03', note: '<p>Echo done</p>' }, why: 'A note belongs to its author, by user id, also after a change of role.' }]],
  deleteNote: [['Delete a note',                                                                   '401 404 404 404 403 403 403 403 200 403 404 | 401 403', { params: { noteId: '{note}' } }]],
} satisfies Rows;

const handover = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  listPendingEntries: [['List what waits for a response',                                          '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' }, why: 'The same right as reading the charts. The response itself is recorded by the author, and by the person who has taken the entry over.' }]],
  listAsked: [['List what is asked of oneself',                                                     '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { why: 'Only what is asked in the teams where the caller is a physician: for others it is empty.' }]],
  countAsked: [['Count what is asked of oneself',                                                   '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { why: 'Only what is asked in the teams where the caller is a physician: for others there is no count.' }]],
  listNewestValues: [['See the newest values of the inpatients',                                    '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' } }]],
  getWardBoard: [['See the ward board',                                                            '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' } }]],
  takePatient: [['Take a patient',                                                                 '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: {} }]],
  releasePatient: [['Take a patient off the own list',                                             '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  deferPatient: [['Defer a patient',                                                               '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: { until: '{tomorrow}', reason: 'Stable' } }]],
  endDeferral: [['End a deferral',                                                                 '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  markReviewLevel: [['Mark the level of a review',                                                 '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' }, body: { level: 'full' } }]],
  clearReviewLevel: [['Take back the level of a review',                                           '401 404 404 404 403 403 200 403 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  listDrugUse: [['See who is on a drug',                                                           '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { teamId: '{team}' }, end: '?drug={trade label}', why: 'The same right as reading the charts.' }]],
  listDrugUseOfAllTeams: [['See who is on a drug in all teams',                                    '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { end: '?drug={trade label}', why: 'For a recall. The access log of each team whose patients it names has the look.' }]],
} satisfies Rows;

const history = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  getAdmissionHistory: [
    ['What happened to an admission',                                                              '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{reviewed admission}' }, why: 'The same right as the thing itself: a reader of a chart reads its history, and what was deleted from it.' }],
    ['A chart as it was',                                                                          '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{admission}' }, end: '?at=0' }],
  ],
  listMoments: [['When an admission was changed',                                                  '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  getEntryLife: [['The life of an error',                                                          '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{entry}' } }]],
  getPatientHistory: [['What happened to a patient',                                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{patient}' } }]],
  getTeamHistory: [['What happened to a team',                                                     '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{team}' } }]],
  searchErrorChanges: [['Search what became of errors',                                            '401 404 404 404 403 200 403 403 403 200 404 | 401 403', { params: { id: '{team}' }, why: 'It compares what each person has done: for the team admin and the auditors.' }]],
  verifyStreamsOfTeam: [['Check everything of a team',                                             '401 404 404 404 403 200 403 403 403 200 404 | 401 403', { params: { id: '{team}' }, why: 'It reads the whole log of the team.' }]],
  exportAnchors: [['Export the anchors of a team',                                                 '401 404 404 404 403 200 403 403 403 200 404 | 401 403', { params: { id: '{team}' }, why: 'It names every stream of the team.' }]],
  getDrugHistory: [['What happened to a drug',                                                     '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{drug}' }, why: 'All signed-in people share the drugs, and their history.' }]],
  verifyAdmission: [['Check what happened to an admission',                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  exportAdmission: [['Export what happened to an admission',                                       '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{admission}' } }]],
  verifyPatient: [['Check what happened to a patient',                                             '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{patient}' } }]],
  exportPatient: [['Export what happened to a patient',                                            '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{patient}' } }]],
  verifyTeam: [['Check what happened to a team',                                                   '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{team}' } }]],
  exportTeam: [['Export what happened to a team',                                                  '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { params: { id: '{team}' } }]],
  verifyDrug: [['Check what happened to a drug',                                                   '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{drug}' } }]],
  exportDrug: [['Export what happened to a drug',                                                  '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{drug}' } }]],
} satisfies Rows;

const reports = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  getCollectedReport: [['Collected report',                                                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}', ...period, why: 'Its `csv` is in the answer to the team admin only.' }]],
  getSearchProgress: [['How much a report will hold',                                              '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}', ...period }]],
  countErrorsByType: [['Errors by type',                                                           '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}', ...period }]],
  countReviewsPerDay: [['Reviews per day',                                                         '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}', ...period }]],
  exportFiguresAsXlsx: [['Figures of a report as an Excel file',                                                            '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}&startDate=2026-01-01&endDate=2026-12-31&report=8' }]],
  exportFiguresAsCsv: [['Figures of a report as CSV',                                                            '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}&startDate=2026-01-01&endDate=2026-12-31&report=2' }]],
  countOverTime: [['Figures over time',                                                            '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}&startDate=2026-01-01&endDate=2026-12-31' }]],
  countErrorsBySeverity: [['Errors by severity, and how many were accepted',                       '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}&startDate=2026-01-01&endDate=2026-12-31' }]],
  countErrorsByPcne: [['Errors by PCNE code',                                                      '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}&startDate=2026-01-01&endDate=2026-12-31' }]],
  getMedicineUse: [['Use of medicines by ATC code',                                                '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}&startDate=2026-01-01&endDate=2026-12-31' }]],
  countErrorsByTag: [['Errors by tag',                                                             '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}', ...period }]],
  listRecurrentAdmissions: [['Recurrent admissions',                                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}' }]],
  listReportChanges: [['What changed a report between two instants',                               '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}', query: { ...period.query, ...between, report: '2' } }]],
  listRecurrentAdmissionChanges: [['What changed the recurrent admissions',                        '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}', query: between }]],
  countErasedSince: [['How many patients were deleted since',                                      '401 404 404 404 200 200 200 200 200 200 404 | 401 403', { end: '?team={team}', query: { asOf: between.asOf } }]],
  exportReviewsAsCsv: [['Export reviews as CSV',                                                   '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { end: '?team={team}', ...period }]],
  exportReviewsAsXlsx: [['Export reviews as XLSX',                                                 '401 404 404 404 403 403 403 403 403 200 404 | 401 403', { end: '?team={team}', ...period }]],
} satisfies Rows;

const catalogue = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  listTradeLabels: [['List the trade labels',                                                      '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  listDrugs: [['List the drugs',                                                                   '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  getDrugOfTradeLabel: [['Find the drug of a trade label',                                         '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{trade label}' } }]],
  listSharedTemplates: [['List the shared templates of a drug',                                    '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { end: '?trade={trade label}&errType={error type}' }]],
  addDrug: [['Add a drug',                                                                         '401 201 201 201 201 201 201 201 201 201 201 | 401 -', { body: { label: 'Heparin', tradeLabels: [{ label: '{new label}' }] }, why: 'Each signed-in person; every change is in the history.' }]],
  changeDrug: [['Change a drug',                                                                   '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { body: { _id: '{drug}', tips: '{new label}' } }]],
  restoreDrug: [['Restore a drug',                                                                 '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{drug}' }, body: { revision: 0 }, why: 'The right to change includes the right to restore.' }]],
  readAtcFile: [['Read the file of ATC codes',                                                       '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { body: { csv: 'name,atc,ddd,unit,route' } }]],
  updateTradeList: [['Update the trade list',                                                      '401 403 403 403 403 403 403 403 403 403 200 | 401 -']],
  listErrorTypes: [['List the error types',                                                        '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  addErrorType: [['Add an error type',                                                             '401 403 403 403 403 403 403 403 403 403 201 | 401 -', { body: { label: '{new label}' } }]],
  renameErrorType: [['Rename an error type',                                                       '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { params: { id: '{error type}' }, body: { label: '{new label}' } }]],
  mapErrorType: [['Set the PCNE codes of an error type',                                           '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { params: { id: '{error type}' }, body: { pcne: ['P2.1'] } }]],
  listStatements: [['List the statements of the catalogue',                                        '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { why: 'Each chart is checked with them. They name no patient.' }]],
  addStatement: [['Add a statement',                                                               '401 403 403 403 403 403 403 403 403 403 201 | 401 -', { body: statement }]],
  changeStatement: [['Change a statement',                                                         '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { params: { id: '{statement}' }, body: statement }]],
  approveStatement: [['Approve a statement',                                                       '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { params: { id: '{statement}' }, body: { approvedBy: 'Dr. Hany Gerges' }, why: 'It names the clinician who approves it.' }]],
  withdrawStatement: [['Withdraw the approval of a statement',                                     '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { params: { id: '{statement}' }, body: {} }]],
  listTags: [['List the tags',                                                                     '401 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  addTag: [['Add a tag',                                                                           '401 403 403 403 403 403 403 403 403 403 201 | 401 -', { body: { label: '{new label}' } }]],
  renameTag: [['Rename a tag',                                                                     '401 403 403 403 403 403 403 403 403 403 200 | 401 -', { params: { id: '{tag}' }, body: { label: '{new label}' } }]],
  listOwnTemplates: [
    ['List the own error templates',                                                               '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { end: '?userId={own id}' }],
    ["List another person's error templates",                                                      '401 403 403 403 403 403 403 403 403 403 403 | 401 -', { end: '?userId={another person}', why: 'Personal templates belong to one person.' }],
  ],
  saveTemplate: [['Keep an own error template',                                                    '401 201 201 201 201 201 201 201 201 201 201 | 401 -', { body: { errDrugTradeId: '{trade label}', errType: '{error type}', errNote: '<p>{new label}</p>' } }]],
  deleteTemplate: [
    ['Delete an own error template',                                                               '401 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{own template}' } }],
    ["Delete another person's error template",                                                     '401 404 404 404 404 404 404 404 404 404 404 | 401 -', { params: { id: "{another's template}" }, why: "The search covers the caller's own templates: others do not exist for them." }],
  ],
  stopOpenMedications: [['Stop open medications of discharged admissions',                         '401 403 403 403 403 403 403 403 403 403 200 | 401 -']],
  stopOpenMedicationsByGet: [['Stop open medications (the other method)',                          '401 403 403 403 403 403 403 403 403 403 200 | 401 -']],
} satisfies Rows;

const open = {
  //                                                                                                vis str rem dis rea adt pha phy aut adm acc | ended team
  listSpecialties: [['List the specialties',                                                       '200 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  listSponsors: [['List the sponsors',                                                             '200 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  listCourses: [['List the courses',                                                               '200 200 200 200 200 200 200 200 200 200 200 | 401 -']],
  getCourse: [['Read a course',                                                                    '200 200 200 200 200 200 200 200 200 200 200 | 401 -', { params: { id: '{course}' } }]],
} satisfies Rows;

/** Each call has its row. */
({ ...account, ...teams, ...patients, ...admissions, ...transfers, ...reviews, ...notes, ...handover, ...history, ...reports, ...catalogue, ...open }) satisfies Record<CallName, unknown>;

const outsideTheContract: readonly Row[] = [
  row('Is the product alive', callOf('GET /api/health'),                                           '200 200 200 200 200 200 200 200 200 200 200 | 200 -', 'These calls ignore tokens.'),
  row('Is the product ready', callOf('GET /api/ready'),                                            '200 200 200 200 200 200 200 200 200 200 200 | 200 -'),
  row('Read the description of the API', callOf('GET /api/docs'),                                  '200 200 200 200 200 200 200 200 200 200 200 | 200 -', 'It holds nothing beyond the repository, and answers while the database is away: tokens are ignored.'),
  row('Read the description of the API, for programs', callOf('GET /api/docs/openapi.json'),       '200 200 200 200 200 200 200 200 200 200 200 | 200 -'),
  row("The description's script", callOf('GET /api/docs/assets/page.js'),                          '200 200 200 200 200 200 200 200 200 200 200 | 200 -'),
  row("The description's viewer", callOf('GET /api/docs/assets/{viewer file}'),                    '200 200 200 200 200 200 200 200 200 200 200 | 200 -'),
];
const live: readonly Row[] = [
  row('Connect', callOf('SOCKET connect'),                                                         '401 200 200 200 200 200 200 200 200 200 200 | 401 -'),
  row('Watch a team', callOf('SOCKET watch {team}'),                                               '401 404 404 404 200 200 200 200 200 200 404 | 401 -', 'A message has no headers: it names the room by id.'),
  row('Watch an admission', callOf('SOCKET watch {admission}'),                                    '401 404 404 404 200 200 200 200 200 200 404 | 401 -'),
  row('Be seen at an admission', callOf('SOCKET presence:touch {admission}'),                      '401 404 404 404 200 200 200 200 200 200 404 | 401 -', 'The same right as watching it.'),
  row('Have looked at an admission', callOf('SOCKET seen {admission}'),                            '401 404 404 404 200 200 200 200 200 200 404 | 401 -', 'It records the caller\'s own look: the same right as reading the chart.'),
];

export const families: readonly Family[] = [
  family('Accounts and profiles', account),
  family('Teams', teams),
  family('Patients', patients),
  family('Admissions, their gallery and their medications', admissions),
  family('Transfers to another team', transfers),
  family('Reviews and their entries', reviews),
  family('Handover and ward board', handover),
  family('Physician notes', notes),
  family('History', history),
  family('Reports', reports),
  family('Drugs, error types, tags and own templates', catalogue),
  family('Open to all', open, outsideTheContract),
  { title: 'Live, over Socket.IO', rows: live },
];
export const rows: readonly Row[] = families.flatMap((family) => family.rows);
