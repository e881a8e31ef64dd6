/** The language of a person: of their pages on a new device, and of their mails. */

/** As chosen in the profile. Also the answer of `PUT /api/users/me/language`. */
export interface LanguageChoice {
  /** BCP 47, such as `ar`. */
  code: string;
  /** `arab`: ٠–٩, where the language has digits of its own. */
  digits: 'latn' | 'arab';
}
