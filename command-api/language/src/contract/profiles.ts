/** Answers about people beside their accounts: public profiles, recommendations, error templates, and the CAPTCHA. */
import type { Me, Versioned } from './entities.ts';

/** A recommendation of one person by another. */
export interface Recommendation extends Versioned {
  _id: string;
  /** User ids. */
  user: string;
  recommender: string;
  recommenderName: string;
  /** HTML. */
  recommendation: string;
  /** Published by the recommended person. */
  isAccepted: boolean;
}
/** `GET /api/users/{id}/userDetails` for a visitor: published recommendations only. */
export interface PublicProfile {
  _id: string;
  firstName: string;
  lastName: string;
  title: string;
  /** HTML. */
  about: string;
  start: string;
  reviews: number;
  patients: number;
  recommendations: Pick<Recommendation, '_id' | 'recommenderName' | 'recommendation'>[];
}
/** For a signed-in user: also the recommendations that they wrote, published or not. */
export interface ProfileForMembers extends Omit<PublicProfile, 'recommendations'> {
  recommendations: Recommendation[];
  hasRecommended: boolean;
}
/** For the owner: all recommendations, to publish or to hide. */
export interface OwnProfile extends Me {
  recommendations: Recommendation[];
}
/** A personal note for a drug and an error type. */
export interface UserErrorTemplate extends Versioned {
  _id: string;
  userId: string;
  errDrugTradeId: string;
  errType: string;
  /** HTML. */
  errNote: string;
  /** PCNE codes that it brings into an entry; absent without any. */
  pcne?: string[];
}
/** `GET /api/config/`: anyone signs up, those with a mailed invitation to a team, or no one (`SIGN_UP`). */
export type SignUp = 'open' | 'invited' | 'closed';
/** `GET /api/config/`: the CAPTCHA of sign-up. */
export interface CaptchaConfig {
  provider: 'altcha' | 'off';
  /** The address of a challenge (`GET`); with `altcha` only. */
  challenge?: string;
  /** The key of another provider, from the settings. */
  siteKey?: string;
}
