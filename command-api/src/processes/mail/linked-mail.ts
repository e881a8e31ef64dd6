/** What the mails with a one-time link have in common. */

export interface LinkedMail {
  /** The sender's address; undefined: made from the link's host. */
  readonly from: string | undefined;
  readonly to: string;
  /** Of the product, such as `https://pharmacy.hospital.example`. */
  readonly origin: string;
  readonly token: string;
}

export const senderOf = ({ from, origin }: LinkedMail): string =>
  from ?? `Clinical Pharmacy <no-reply@${new URL(origin).hostname.replace(/^\[.*\]$/, 'localhost')}>`;
