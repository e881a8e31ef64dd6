/** The steps that have made the private schema `accounts` (`migrate.ts`), and what a program must know of them. */
import { anchorStatementTables } from './anchor-statement-tables.ts';
import { accountStateTables } from './account-state-tables.ts';
import { commandKeyTables } from './command-key-tables.ts';
import { sessionOriginTables } from './session-origin-tables.ts';
import { feedTables } from './feed-tables.ts';
import { importSourceTables } from './import-source-tables.ts';
import { invitationTables } from './invitation-tables.ts';
import { languageTables } from './language-tables.ts';
import { lockedSessionTables } from './locked-session-tables.ts';
import { demoTables } from './demo-tables.ts';
import { deviceKeyTables } from './device-key-tables.ts';
import { eventLogIdentityTables } from './event-log-identity-tables.ts';
import { eventVersionTables } from './event-version-tables.ts';
import { masterKeyTables } from './master-key-tables.ts';
import { operationsTables } from './operations-tables.ts';
import { reminderTables } from './reminder-tables.ts';
import { securityLogTables } from './security-log-tables.ts';
import { secondFactorTables, unlockedFactorTables } from './second-factor-tables.ts';
import { namedByLogoutTables, provenSignInTables, singleSignOnTables } from './single-sign-on-tables.ts';
import { sessionProofTables } from './session-proof-tables.ts';
import {
  accessNoteTables,
  captchaTables,
  credentialTables,
  destroyedKeyTables,
  destroyedLatelyTables,
  emailProofTables,
  followerEventTables,
  followerHealthTables,
  followerTables,
  imageLimitTables,
  imageTables,
  keyLockTables,
  leaderTables,
  mailKindTables,
  mailOutboxTables,
  movedImageTables,
  oneTimeLinkTables,
  patientKeyTables,
  rateLimitTables,
  sealPlaceTables,
  sealTables,
  sessionLockTables,
  sessionTables,
  spentLinkTables,
  teamWriteTables,
} from './tables.ts';

/** In order. A step that has run anywhere never changes; a change is a new step. */
export const steps: readonly string[] = [
  sessionTables + credentialTables + patientKeyTables + followerTables,
  destroyedKeyTables + imageTables,
  emailProofTables + oneTimeLinkTables + mailOutboxTables + captchaTables + rateLimitTables,
  spentLinkTables + mailKindTables,
  imageLimitTables,
  accessNoteTables,
  sealTables,
  leaderTables + followerEventTables + followerHealthTables + sealPlaceTables,
  destroyedLatelyTables,
  teamWriteTables,
  keyLockTables,
  sessionLockTables,
  sessionOriginTables,
  secondFactorTables,
  singleSignOnTables,
  sessionProofTables,
  lockedSessionTables,
  deviceKeyTables,
  unlockedFactorTables,
  languageTables,
  masterKeyTables,
  anchorStatementTables,
  accountStateTables,
  securityLogTables,
  invitationTables,
  operationsTables,
  eventVersionTables,
  namedByLogoutTables,
  provenSignInTables,
  commandKeyTables,
  demoTables,
  movedImageTables,
  eventLogIdentityTables,
  reminderTables,
  feedTables,
  importSourceTables,
];

/**
 * `steps`: how many steps this program knows. `oldestReader`: how many a program must know at least to work on the schema
 * that it leaves. A step that only adds leaves `oldestReader`. A step that changes or drops what an older program uses
 * raises it to its own number: the older program then refuses to start, and a release refuses the way back to it
 * (`docs/decisions/installation/release-archive.md`).
 */
export const privateSchema = { steps: steps.length, oldestReader: 1 } as const;
