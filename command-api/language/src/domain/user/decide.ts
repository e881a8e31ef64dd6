/**
 * The commands of an account. The schema `accounts` has reserved the e-mail before
 * (docs/decisions/write-side/accounts.md).
 */
import { type Command, Rejection, refuseIfChanged } from '../command.ts';
import { normalisePhone } from '../values/phone.ts';
import { inPcneOrder, withPcne } from '../values/pcne.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, notFound, refuseUnless } from '../refusals.ts';
import type { UserEvent } from './events.ts';
import type { RegisteredUser, User } from './state.ts';

export interface RegisterUser {
  readonly firstName: string;
  readonly lastName: string;
  /** Lower case. */
  readonly email: string;
  /** As typed. */
  readonly phone: string;
}
/** Absent fields stay unchanged. */
export interface EditProfile {
  readonly userId: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** As typed. */
  readonly phone?: string | undefined;
  readonly title?: string | undefined;
  /** HTML, sanitised. */
  readonly about?: string | undefined;
}
export interface VerifyEmail {
  readonly userId: string;
}
export interface WriteRecommendation {
  readonly userId: string;
  readonly recommendationId: string;
  /** HTML, sanitised. */
  readonly recommendation: string;
}
export interface AcceptRecommendation {
  readonly userId: string;
  readonly recommendationId: string;
  /** Published, or hidden. */
  readonly isAccepted: boolean;
}
/** The caller has checked that the drug and the error type exist. */
export interface SaveErrorTemplate {
  readonly userId: string;
  readonly templateId: string;
  readonly errDrugTradeId: string;
  readonly errType: string;
  /** HTML, sanitised. */
  readonly errNote: string;
  /** PCNE codes. */
  readonly pcne?: readonly string[];
}
export interface DeleteErrorTemplate {
  readonly userId: string;
  readonly templateId: string;
}

/** A repetition writes nothing, so that an interrupted sign-up can be completed. */
export function registerUser(user: User, command: Command<RegisterUser>): UserEvent[] {
  const { firstName, lastName, email, phone } = command;
  if (user.status === 'registered') {
    if (user.email === email) return [];
    throw new Rejection(refusal('account-exists'));
  }
  return [
    {
      type: 'UserRegistered',
      data: { firstName, lastName, email, phone, phoneNormalised: normalisePhone(phone), start: command.today },
    },
  ];
}

/** Own profile only. The e-mail stays (docs/product.md, "Profile"). */
export function editProfile(user: User, command: Command<EditProfile>): UserEvent[] {
  const profile = ownAccount(user, command);
  const phone = command.phone ?? profile.phone;
  const changed = {
    firstName: command.firstName ?? profile.firstName,
    lastName: command.lastName ?? profile.lastName,
    phone,
    phoneNormalised: normalisePhone(phone),
    title: command.title ?? profile.title,
    about: command.about ?? profile.about,
  };
  const fields = ['firstName', 'lastName', 'phone', 'title', 'about'] as const;
  if (fields.every((field) => changed[field] === profile[field])) return [];
  refuseIfChanged(command, { kind: 'user', id: command.userId }, profile.touch);
  return [{ type: 'UserProfileChanged', data: changed }];
}

/** Comes after a mailed link has set the password, which locks out a sign-up with another person's address. */
export function verifyEmail(user: User, command: Command<VerifyEmail>): UserEvent[] {
  const { email, emailVerified } = ownAccount(user, command);
  return emailVerified ? [] : [{ type: 'UserEmailVerified', data: { email } }];
}

/** Every signed-in user recommends another person once (docs/product.md, "Recommendations"). */
export function writeRecommendation(user: User, command: Command<WriteRecommendation>): UserEvent[] {
  const { userId, recommendationId, recommendation, actor } = command;
  const { recommendations } = registered(user);
  if (actor.id === userId) throw invalidField('user', refusal('own-recommendation'));
  if (recommendations.some(({ recommenderId }) => recommenderId === actor.id))
    throw new Rejection(refusal('already-recommended'));
  if (recommendations.some((one) => one.recommendationId === recommendationId))
    throw new Rejection(refusal('recommendation-exists'));
  return [{ type: 'RecommendationWritten', data: { recommendationId, recommenderId: actor.id, recommendation } }];
}

/** Publish and Hide, by the recommended person. */
export function acceptRecommendation(user: User, command: Command<AcceptRecommendation>): UserEvent[] {
  const { recommendationId, isAccepted } = command;
  const written = ownAccount(user, command).recommendations.find((one) => one.recommendationId === recommendationId);
  if (written === undefined) throw notFound();
  if (written.isAccepted === isAccepted) return [];
  refuseIfChanged(command, { kind: 'user', id: recommendationId }, written.touch);
  return [{ type: isAccepted ? 'RecommendationPublished' : 'RecommendationHidden', data: { recommendationId } }];
}

/** A repetition of an equal note with the same codes writes nothing. */
export function saveErrorTemplate(user: User, command: Command<SaveErrorTemplate>): UserEvent[] {
  const { templateId, errDrugTradeId, errType, errNote } = command;
  const { errorTemplates } = ownAccount(user, command);
  const said = { errDrugTradeId, errType, errNote, ...withPcne(command.pcne) };
  const same = errorTemplates.some((one) => isSameTemplate(one, said));
  if (same) return [];
  if (errorTemplates.some((one) => one.templateId === templateId)) throw new Rejection(refusal('template-exists'));
  return [{ type: 'UserErrorTemplateSaved', data: { templateId, ...said } }];
}

type TemplateContent = Omit<SaveErrorTemplate, 'userId' | 'templateId'>;
export const isSameTemplate = (one: TemplateContent, other: TemplateContent): boolean =>
  one.errDrugTradeId === other.errDrugTradeId &&
  one.errType === other.errType &&
  one.errNote === other.errNote &&
  inPcneOrder(one.pcne ?? []).join() === inPcneOrder(other.pcne ?? []).join();

export function deleteErrorTemplate(user: User, command: Command<DeleteErrorTemplate>): UserEvent[] {
  const { templateId } = command;
  const template = ownAccount(user, command).errorTemplates.find((one) => one.templateId === templateId);
  if (template === undefined) throw notFound();
  refuseIfChanged(command, { kind: 'user', id: templateId }, template.touch);
  return [{ type: 'UserErrorTemplateDeleted', data: { templateId } }];
}

function registered(user: User): RegisteredUser {
  if (user.status === 'none') throw new Rejection(refusal('user-not-found'));
  return user;
}

function ownAccount(user: User, command: Command<{ readonly userId: string }>): RegisteredUser {
  const account = registered(user);
  refuseUnless(command.actor.id === command.userId);
  return account;
}
