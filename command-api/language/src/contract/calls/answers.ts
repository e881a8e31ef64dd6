/** Answers that are no entities. The API description describes them in its own words (infra/verification/api-description/openapi.ts). */
import type { CaptchaConfig, SignUp } from '../profiles.ts';
import type { ReferenceRange } from '../../domain/measurements/reference-ranges.ts';
import type { Specialty } from '../../domain/values/codes.ts';

export interface Message {
  message: string;
}
/** `next`: where a page ends the session at the provider of single sign-on. */
export interface SignedOut extends Message {
  next?: string;
}
export interface ProviderAddress {
  url: string;
}
export interface StoppedMedications extends Message {
  stopped: number;
  admissions: number;
  /** False: there may be more. */
  complete: boolean;
}
export type Specialties = { _id: Specialty; label: string }[];
/** How long a device keeps what was read, and how many charts. */
export interface OfflineBounds {
  hours: number;
  charts: number;
}
/** The settings that pages need before sign-in. */
export interface Config {
  captcha: CaptchaConfig;
  browserSession: 'token' | 'cookie';
  lockAfterMinutes: number;
  /** A server of before does not say it. */
  sessionIdleMinutes?: number;
  /** Absent: devices keep nothing of what was read, and need the network. */
  offline?: OfflineBounds;
  localAccounts?: boolean;
  signUp?: SignUp;
  singleSignOn?: { name: string };
  publicUrl?: string;
  timeZone: string;
  /** A server of before does not say these two. */
  today?: string;
  dayEndsAt?: string;
  blockedHostnames: readonly string[];
  chatUrl?: string;
  /** False: proposals are turned off. */
  proposals?: boolean;
  /** Of the hospital's laboratory; absent: the samples of the product. */
  referenceRanges?: readonly ReferenceRange[];
}
