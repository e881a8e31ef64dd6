/**
 * The texts of each call in the API description, beside its schemas: who may use it, what it does, what it answers.
 * `openapi.spec.ts` fails for a call without a row here, and for a row without a call.
 */

export type Who =
  | 'everybody'
  | 'anyone signed in'
  | 'the person themself'
  | 'members of the team'
  | 'clinical pharmacists of the team'
  | 'physicians of the team'
  | 'the author'
  | "those who may delete it, and the team's admin"
  | "the team's admin"
  | "the team's admin and its auditors"
  | "clinical pharmacists of the team and the team's admin"
  | 'members of the team and the admin account'
  | "the team's admin and the admin account"
  | 'the admin account';

export interface About {
  readonly who: Who;
  readonly what: string;
  /**
   * A type of the contract (`Team`), a list of it (`Team[]`), one of several (`A | B`), or a media type. The answer of
   * a command adds `stream` and `revision`. Empty for a call that only redirects.
   */
  readonly answers: string;
  /** The field of a multipart body that takes files. */
  readonly files?: string;
  /** The place that a redirect (303) leads to. */
  readonly redirects?: string;
}

/** A row of the tables. */
export const about = (
  who: Who,
  what: string,
  answers: string,
  more: Pick<About, 'files' | 'redirects'> = {},
): About => ({
  who,
  what,
  answers,
  ...more,
});
