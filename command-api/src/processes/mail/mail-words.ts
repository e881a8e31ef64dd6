import { readWords, type Say } from 'service-kit/language/words';

/** The words of mails, in the languages of `command-api/locales`. */
export const mailWords = readWords(new URL('../../../locales/', import.meta.url));

/**
 * The sender of a mail.
 * @param from as a setting names it
 * @param origin of the product: its host is the sender's without that setting
 */
export const senderOf = (from: string | undefined, origin: string, say: Say): string =>
  from ?? `${say('mail.sender')} <no-reply@${new URL(origin).hostname.replace(/^\[.*\]$/, 'localhost')}>`;
