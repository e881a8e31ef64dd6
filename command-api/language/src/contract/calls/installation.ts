/** The calls of the admin account: accounts, the security log, operations. */
import type { AccountPage, AccountState, TeamOfInstallation } from '../accounts.ts';
import type { SetAccountState } from '../bodies/accounts.ts';
import type { SetMessageAside } from '../bodies/feeds.ts';
import type { FeedMessage, Feeds, TriedFeedMessage } from '../feeds.ts';
import type { Operations, TriedStream } from '../operations.ts';
import type { NewerSecurityLines, SecurityLogPage } from '../security-log.ts';
import type { EndedSessions } from '../sessions.ts';
import { call, type Body, type FileOf, type Nothing, type Query } from './call.ts';

/**
 * The accounts of the installation by name, 20 a page: a part of the name or e-mail, a state, or a team may be given
 */
export const listAccounts = call<
  'the admin account',
  AccountPage,
  Query<'search' | 'condition' | 'team' | 'pageNumber'>
>()('GET', '/api/accounts');
/**
 * Disable an account, with a reason: its sessions end at once and everywhere, and no way in is open; or enable it
 */
export const setAccountState = call<'the admin account', AccountState, Body<typeof SetAccountState>>()(
  'PUT',
  '/api/accounts/:userId',
);
/** End all sessions of a person, at once and everywhere */
export const endSessionsOfPerson = call<'the admin account', EndedSessions>()(
  'DELETE',
  '/api/accounts/:userId/sessions',
);
/** Every team of the installation, with its admin */
export const listTeamsOfInstallation = call<'the admin account', TeamOfInstallation[]>()(
  'GET',
  '/api/installation/teams',
);
/**
 * The security log, newest first, 50 lines a page: by days, group, kind, outcome, person, team and address. With
 * `newerThan` the number of newer lines
 */
export const searchSecurityLog = call<
  'the admin account',
  SecurityLogPage | NewerSecurityLines,
  Query<'from' | 'to' | 'group' | 'kind' | 'outcome' | 'person' | 'team' | 'address' | 'cursor' | 'newerThan'>
>()('GET', '/api/security-log');
/** The same lines as a CSV */
export const exportSecurityLogAsCsv = call<
  'the admin account',
  FileOf<'text/csv'>,
  Query<'from' | 'to' | 'group' | 'kind' | 'outcome' | 'person' | 'team' | 'address' | 'language' | 'bom' | 'sep'>
>()('GET', '/api/security-log/export.csv', { isFile: true });
/** The same lines as an Excel file, 20,000 at most */
export const exportSecurityLogAsXlsx = call<
  'the admin account',
  FileOf<'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'>,
  Query<'from' | 'to' | 'group' | 'kind' | 'outcome' | 'person' | 'team' | 'address' | 'language'>
>()('GET', '/api/security-log/export.xlsx', { isFile: true });
/**
 * What the operator looks at: services, rows, parked streams, queue, event log, disk, sessions, last backup, and a
 * warning for what is wrong. A part that cannot be read within two seconds is null
 */
export const getOperations = call<'the admin account', Operations>()('GET', '/api/operations');
/** Project a parked stream again from the event that stopped it. The answer says what came of it */
export const tryParkedStreamAgain = call<'the admin account', TriedStream, Nothing>()(
  'POST',
  '/api/operations/parked-streams/:projection/:stream/try-again',
);
/** The hospital's interface: the open ports, the messages of the last 24 hours, and the parked messages */
export const getFeeds = call<'the admin account', Feeds>()('GET', '/api/feeds');
/** A parked message with what it says. Each reading is in the security log */
export const getFeedMessage = call<'the admin account', FeedMessage>()('GET', '/api/feeds/messages/:id');
/** Apply a parked message again, after the mapping or the chart was mended */
export const tryFeedMessageAgain = call<'the admin account', TriedFeedMessage, Nothing>()(
  'POST',
  '/api/feeds/messages/:id/try-again',
);
/** Set a parked message aside, with a reason: what it says is forgotten */
export const setFeedMessageAside = call<'the admin account', TriedFeedMessage, Body<typeof SetMessageAside>>()(
  'POST',
  '/api/feeds/messages/:id/set-aside',
);
