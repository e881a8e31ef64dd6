/** A schema for each command's body. Strict: an unknown field is 400 (docs/product.md, "Field names"). */
import * as z from 'zod';
import { limits, severities } from '../../domain/values/codes.ts';
import { Email, Id, LanguageCode, Name, RequiredLine, SingleLine, TimeOfDay } from '../../domain/values/fields.ts';
import { because } from '../../domain/reasons/because.ts';
import { RichText } from '../../domain/values/rich-text.ts';
import { priorityReasons } from '../../domain/priority/reasons.ts';
import { priorityTableLimits } from '../../domain/priority/table.ts';
import { areInOrder } from '../../domain/team/answer-rules.ts';
import { avoidedHarmLimits } from '../../domain/team/avoided-harm.ts';
import { doseIntervalLimits } from '../../domain/team/dose-intervals.ts';
import { Role, SpecialtyCode, StoredViewFilter } from '../../domain/team/events.ts';
import { ignored } from './shared.ts';

export const CreateTeam = z.strictObject({
  name: Name('team-name-required'),
  specialty: SpecialtyCode,
  about: RichText.default(''),
  admin: ignored,
  members: ignored,
});
export const AddTeamMember = z.strictObject({
  email: z
    .string({ error: because('member-email-required') })
    .trim()
    .min(1, because('member-email-required'))
    .pipe(Email),
});
/** `POST /api/teams/{id}/invitations`: the language is that of the mail, where the address has no account with one. */
export const InviteMember = z.strictObject({
  email: z
    .string({ error: because('member-email-required') })
    .trim()
    .min(1, because('member-email-required'))
    .pipe(Email),
  role: Role,
  language: LanguageCode.optional(),
});
/** `PUT /api/teams/{id}/admin/offer`: to a member. */
export const OfferTeamAdmin = z.strictObject({ userId: Id });
/** `PUT /api/teams/{id}/admin/answer`: by the member who has the offer. */
export const AnswerTeamAdminOffer = z.strictObject({ accept: z.boolean() });
/** `PUT /api/teams/{id}/admin`: by the admin account. */
export const AppointTeamAdmin = z.strictObject({
  userId: Id,
  reason: RequiredLine(limits.reason, 'reason-required'),
});
/** The token of a mailed invitation. */
export const InvitationToken = z.strictObject({
  token: z
    .string({ error: because('link-token-required') })
    .min(1, because('link-token-required'))
    .max(200),
});
/** `PUT /api/teams/{id}/members/{userId}`: team admin only, never on themself (409). */
export const ChangeMember = z
  .strictObject({ role: Role.optional(), disabled: z.boolean().optional(), canAudit: z.boolean().optional() })
  .refine((said) => Object.values(said).some((one) => one !== undefined), {
    error: because('member-change-required'),
    path: ['role'],
  });

/**
 * A member as reads answer it; names and reading rights are not used. The flags give the role. A new member without
 * flags is a clinical pharmacist.
 */
const ListedMember = z
  .strictObject({
    user: Email,
    isPhysic: z.boolean().optional(),
    canEdit: z.boolean().optional(),
    disabled: z.boolean().optional(),
    canAudit: z.boolean().optional(),
    _id: ignored,
    userId: ignored,
    firstName: ignored,
    lastName: ignored,
    canRead: ignored,
    accountDisabled: ignored,
  })
  .refine(({ isPhysic, canEdit }) => !(isPhysic && canEdit), {
    error: because('member-of-two-roles'),
    path: ['isPhysic'],
  })
  .transform(({ user, isPhysic, canEdit, disabled, canAudit }) => ({
    email: user,
    ...roleOf(isPhysic, canEdit),
    ...(disabled === undefined ? {} : { disabled }),
    ...(canAudit === undefined ? {} : { canAudit }),
  }));

function roleOf(isPhysic: boolean | undefined, canEdit: boolean | undefined): { role?: Role } {
  if (isPhysic) return { role: 'physician' };
  if (canEdit) return { role: 'pharmacist' };
  return isPhysic === false && canEdit === false ? { role: 'reader' } : {};
}

const DoseIntervals = z
  .strictObject({
    source: SingleLine(limits.reason),
    rows: z
      .array(
        z
          .strictObject({
            drug: Id,
            drugLabel: SingleLine(limits.name),
            crclFrom: z.number().min(0).max(doseIntervalLimits.crcl),
            crclBelow: z.number().max(doseIntervalLimits.crcl).nullable(),
            mgPerKg: z.number().positive().max(doseIntervalLimits.mgPerKg),
            everyHours: z.number().positive().max(doseIntervalLimits.hours),
          })
          .refine(({ crclFrom, crclBelow }) => crclBelow === null || crclFrom < crclBelow, {
            error: because('dose-range-empty'),
            path: ['crclBelow'],
          }),
      )
      .max(doseIntervalLimits.rows),
  })
  .refine(({ source, rows }) => rows.length === 0 || source !== '', {
    error: because('dose-source-required'),
    path: ['source'],
  });

const AvoidedHarm = z
  .strictObject({
    source: SingleLine(limits.reason),
    currency: SingleLine(avoidedHarmLimits.currency),
    rows: z
      .array(
        z.strictObject({
          severity: z.enum(severities.map(({ code }) => code)),
          percent: z.number().min(0).max(avoidedHarmLimits.percent),
          cost: z.number().min(0).max(avoidedHarmLimits.cost),
        }),
      )
      .max(severities.length)
      .refine((rows) => new Set(rows.map(({ severity }) => severity)).size === rows.length, because('severity-twice')),
  })
  .refine(({ source, rows }) => rows.length === 0 || source !== '', {
    error: because('estimate-source-required'),
    path: ['source'],
  })
  .refine(({ currency, rows }) => currency !== '' || rows.every(({ cost }) => cost === 0), {
    error: because('estimate-currency-required'),
    path: ['currency'],
  });

const Minutes = z.int().min(1).max(limits.reminderMinutes).nullable();
const Reminders = z
  .strictObject({ remindAfterMinutes: Minutes, nextAfterMinutes: Minutes, adminAfterMinutes: Minutes })
  .refine(areInOrder, { error: because('reminders-out-of-order'), path: ['nextAfterMinutes'] });
/** `PUT /api/teams/{id}/answerRules`: the whole rules. */
export const AnswerRules = z
  .strictObject({
    refusalReasons: z
      .array(RequiredLine(limits.refusalReason, 'refusal-reason-required'))
      .max(limits.refusalReasons)
      .overwrite((reasons) => [...new Set(reasons)]),
    changeMinutes: z.int().min(0).max(limits.changeMinutes),
    ladder: z.strictObject({ AB: Reminders, CD: Reminders, EF: Reminders, GI: Reminders, ungraded: Reminders }),
    quietFrom: TimeOfDay,
    quietUntil: TimeOfDay,
    ranksPhysicians: z.boolean(),
  })
  .refine(({ quietFrom, quietUntil }) => (quietFrom === '') === (quietUntil === ''), {
    error: because('quiet-hours-incomplete'),
    path: ['quietUntil'],
  });

/** `PUT /api/teams/{id}/classification`: the whole settings. */
export const SetClassification = z.strictObject({ pcne: z.boolean(), atc: z.boolean() });

/** `PUT /api/teams/{id}/edit`: absent fields stay unchanged. */
export const EditTeam = z.strictObject({
  teamId: ignored,
  name: Name('team-name-required').optional(),
  specialty: SpecialtyCode.optional(),
  about: RichText.optional(),
  cloudName: z
    .string()
    .trim()
    .max(limits.name, because('too-many-characters'))
    .regex(/^[\w-]*$/, because('cloud-name-characters'))
    .optional(),
  uploadPreset: SingleLine(limits.name).optional(),
  chatAllowed: z.boolean().optional(),
  secondFactorRequired: z.boolean().optional(),
  exportLanguage: LanguageCode.optional(),
  receivesTransfers: z.boolean().optional(),
  headerKinds: z.array(Id).max(limits.headerKinds).optional(),
  oldAfterHours: z.int().min(1).max(limits.oldAfterHours).optional(),
  doseIntervals: DoseIntervals.optional(),
  avoidedHarm: AvoidedHarm.optional(),
  members: z.array(ListedMember).max(limits.membersPerTeam, because('too-many-members-listed')).optional(),
  admin: ignored,
});

const whole = (most: number, least = 0) => z.int().min(least).max(most);
const { points, percent, days } = priorityTableLimits;
const tagNames = z.array(RequiredLine(limits.name, 'unknown-class')).max(priorityTableLimits.tags);
/** `PUT /api/teams/{id}/priorityTable`: the whole table. Its tags are those of the catalogue, by name. */
export const SetPriorityTable = z.strictObject({
  points: z.record(z.enum(priorityReasons), whole(points)),
  most: whole(priorityTableLimits.most),
  severe: z.record(z.enum(severities.map(({ code }) => code)), whole(percent)),
  manyMedicinesFrom: whole(priorityTableLimits.medicines, 1),
  newWithinDays: whole(days),
  transferredWithinDays: whole(days),
  levelAfterDays: whole(days, 1),
  dischargeWithinDays: whole(days),
  highAlertTags: tagNames,
  antibioticTags: tagNames,
});
/** `POST /api/teams/{id}/views`, `PUT /api/teams/{id}/views/{viewId}`: the whole view. */
export const SaveView = z.strictObject({
  name: Name('view-name-required'),
  filter: z.strictObject({
    ...StoredViewFilter.shape,
    reasons: StoredViewFilter.shape.reasons.max(priorityReasons.length),
  }),
});
