/**
 * What the APIs answer of people beside their accounts: public profiles, recommendations, error templates; and how
 * sign-up knows a person.
 */
import type { Me, Versioned } from './entities.ts';

/** What one person wrote about another. */
export interface Recommendation extends Versioned {
  _id: string;
  /** Ids. */
  user: string;
  recommender: string;
  recommenderName: string;
  /** HTML. */
  recommendation: string;
  /** Published by the person whom it is about. */
  isAccepted: boolean;
}
/** `GET /api/users/{id}/userDetails` as a visitor sees it: published recommendations only. */
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
/** As somebody signed in sees it: what they wrote themself as well, published or not. */
export interface ProfileForMembers extends Omit<PublicProfile, 'recommendations'> {
  recommendations: Recommendation[];
  hasRecommended: boolean;
}
/** As its owner sees it: everything, to publish or to hide. */
export interface OwnProfile extends Me {
  recommendations: Recommendation[];
}
/** A person's own note for a drug and an error type. */
export interface UserErrorTemplate extends Versioned {
  _id: string;
  userId: string;
  errDrugTradeId: string;
  errType: string;
  /** HTML. */
  errNote: string;
}
/** `GET /api/config/`: how sign-up checks that somebody is a person. */
export interface CaptchaConfig {
  provider: 'altcha' | 'off';
  /** Where a challenge is made (`GET`); with `altcha` only. */
  challenge?: string;
  /** Another provider's, by setting. */
  siteKey?: string;
}
