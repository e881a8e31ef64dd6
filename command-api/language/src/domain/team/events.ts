/** The events of `team-<id>`. */
import * as z from 'zod';
import type { EventsOf } from '../event-schema.ts';
import { priorityReasons } from '../priority/reasons.ts';
import { deferredFilters, reviewedFilters, takenFilters } from '../priority/views.ts';
import { severities } from '../values/codes.ts';
import { severityGroups } from './answer-rules.ts';
import { Id, LanguageCode } from '../values/fields.ts';
import { RichText } from '../values/rich-text.ts';

export const SpecialtyCode = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
]);

/**
 * A member has one role (docs/product.md, "Members"). A pharmacist may edit (`canEdit`), a physician writes notes
 * (`isPhysic`), a reader does neither.
 */
export const Role = z.enum(['pharmacist', 'physician', 'reader']);
export type Role = z.infer<typeof Role>;

/** The numbers of each reason and severity, without bounds. */
export const StoredPriorityTable = z.object({
  points: z.record(z.enum(priorityReasons), z.number()),
  most: z.number(),
  severe: z.record(z.enum(severities.map(({ code }) => code)), z.number()),
  manyMedicinesFrom: z.int(),
  newWithinDays: z.int(),
  transferredWithinDays: z.int(),
  levelAfterDays: z.int(),
  dischargeWithinDays: z.int(),
  highAlertTags: z.array(z.string()),
  antibioticTags: z.array(z.string()),
});
export const StoredViewFilter = z.object({
  reasons: z.array(z.enum(priorityReasons)),
  taken: z.enum(takenFilters),
  deferred: z.enum(deferredFilters),
  antimicrobials: z.boolean(),
  reviewed: z.enum(reviewedFilters),
});

const Minutes = z.int().nullable();
const AnswerRules = z.object({
  refusalReasons: z.array(z.string()),
  changeMinutes: z.int(),
  ladder: z.record(
    z.enum(severityGroups),
    z.object({ remindAfterMinutes: Minutes, nextAfterMinutes: Minutes, adminAfterMinutes: Minutes }),
  ),
  quietFrom: z.string(),
  quietUntil: z.string(),
  ranksPhysicians: z.boolean(),
});

export const teamEvents = {
  /** The creator is the team's admin. The same append has their `TeamMemberAdded`. */
  TeamCreated: z.object({
    name: z.string(),
    specialty: SpecialtyCode,
    about: RichText,
    adminId: Id,
    adminEmail: z.string(),
  }),
  TeamMemberAdded: z.object({ userId: Id, email: z.string(), role: Role }),
  /** By an invitation; the member is the actor. */
  TeamMemberJoined: z.object({ userId: Id, email: z.string(), role: Role, invitedBy: Id }),
  /** The admin offers their place to a member. A later offer replaces it. */
  TeamAdminOffered: z.object({ userId: Id }),
  TeamAdminOfferWithdrawn: z.object({ userId: Id }),
  TeamAdminOfferDeclined: z.object({ userId: Id }),
  /** The member has accepted. The former admin stays a member. */
  TeamAdminHandedOver: z.object({ adminId: Id, adminEmail: z.string(), formerAdminId: Id }),
  /** By the admin account, without an offer. */
  TeamAdminAppointed: z.object({ adminId: Id, adminEmail: z.string(), formerAdminId: Id, reason: z.string() }),
  /** The whole description after the change. */
  TeamDescribed: z.object({ name: z.string(), specialty: SpecialtyCode, about: RichText }),
  /**
   * Where images are stored: preset `local` is the built-in store, another one is an unsigned preset of the account
   * `cloudName`.
   */
  UploadAccountSet: z.object({ cloudName: z.string(), uploadPreset: z.string() }),
  /** No review of this team is sent to the external chat assistant. A new team has it switched on. */
  TeamChatSwitchedOff: z.object({}),
  TeamChatSwitchedOn: z.object({}),
  /** Members without a second factor may read and change nothing. A new team does not require one. */
  TeamSecondFactorRequired: z.object({}),
  TeamSecondFactorWaived: z.object({}),
  /** The language of the words in exported CSV files. They are English for a new team. */
  TeamExportLanguageSet: z.object({ language: LanguageCode }),
  /** Other teams may offer their patients to this one, and see its name. A new team does not receive transfers. */
  TeamTransfersOpened: z.object({}),
  TeamTransfersClosed: z.object({}),
  /** The further kinds of values in the header of charts, and after how many hours a laboratory value is shown as old. */
  TeamHeaderValuesSet: z.object({ kinds: z.array(z.string()), oldAfterHours: z.int() }),
  /** The whole table after the change. */
  TeamDoseIntervalsSet: z.object({
    source: z.string(),
    rows: z.array(
      z.object({
        drug: Id,
        drugLabel: z.string(),
        crclFrom: z.number(),
        crclBelow: z.number().nullable(),
        mgPerKg: z.number(),
        everyHours: z.number(),
      }),
    ),
  }),
  /** The whole table after the change (`domain/priority/table.ts`). */
  TeamPriorityTableSet: StoredPriorityTable,
  /** Made, or changed under the same id: the whole view. */
  TeamViewSaved: z.object({ viewId: Id, name: z.string(), filter: StoredViewFilter }),
  TeamViewRemoved: z.object({ viewId: Id }),
  /** The whole rules after the change. */
  TeamAnswerRulesSet: AnswerRules,
  /** The whole table after the change (`avoided-harm.ts`). */
  TeamAvoidedHarmSet: z.object({
    source: z.string(),
    currency: z.string(),
    rows: z.array(
      z.object({ severity: z.enum(severities.map(({ code }) => code)), percent: z.number(), cost: z.number() }),
    ),
  }),
  /** The whole settings after the change (`classification.ts`). */
  TeamClassificationSet: z.object({ pcne: z.boolean(), atc: z.boolean() }),
  TeamMemberRoleChanged: z.object({ userId: Id, role: Role }),
  /** A disabled member stays in the list with their role, and may read and change nothing. */
  TeamMemberDisabled: z.object({ userId: Id }),
  TeamMemberEnabled: z.object({ userId: Id }),
  TeamMemberRemoved: z.object({ userId: Id }),
  /** An auditor may also search all changes of the team's medication errors, until the membership ends. */
  TeamAuditorAppointed: z.object({ userId: Id }),
  TeamAuditorWithdrawn: z.object({ userId: Id }),
};
export type TeamEvent = EventsOf<typeof teamEvents>;

export const teamStream = (teamId: string): string => `team-${teamId}`;
