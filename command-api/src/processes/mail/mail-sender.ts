/**
 * Sends the mails of the outbox, one after the other, until it is isStopped. Any number of processes may run it: each
 * mail is taken by one. After a crash the next process sends the mail again: it may arrive twice and is never lost, and
 * both links work.
 */
import type { Credential, Credentials } from '../../accounts/credentials.ts';
import type { LanguageChoice } from 'language/contract/languages';
import type { MailOutbox, QueuedMail } from '../../accounts/mail-outbox.ts';
import type { Invitations } from '../../accounts/invitations.ts';
import type { OneTimeLinks } from '../../accounts/one-time-links.ts';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Logger } from 'service-kit/process/logger';
import { linkedMail } from './linked-mails.ts';
import type { MailTransport } from './mail-transport.ts';
import { mailWords } from './mail-words.ts';

/** The delay at most for mails that another process has promised, and for retries. */
const CHECK_MS = 5_000;

interface Parts {
  readonly outbox: MailOutbox;
  readonly credentials: Credentials;
  readonly links: OneTimeLinks;
  readonly invitations: Invitations;
  readonly folds: FoldCaches;
  readonly post: MailTransport;
  /** The sender's address; undefined: made from the link's host. */
  readonly from: string | undefined;
  /** Where links lead: the product's public address, a setting. */
  readonly origin: string;
  /** True if the account of this e-mail may have a password here. */
  readonly mayHavePassword: (email: string) => boolean;
  /** True if a person without an account can get one, here or at the provider of single sign-on. */
  readonly mayBeMade: boolean;
  readonly logger: Logger;
}

export interface MailSender {
  /** Says that the outbox holds a mail. Returns at once. */
  wake(): void;
  /** Resolves when the current mail is sent or has failed. */
  stop(): Promise<void>;
}

export function startMailSender(parts: Parts): MailSender {
  let isStopped = false;
  let isWanted = true;
  let currentRound = Promise.resolve();

  const sendAll = async (): Promise<void> => {
    while (isWanted && !isStopped) {
      isWanted = false;
      for (let mail = await parts.outbox.take(); mail && !isStopped; mail = await parts.outbox.take())
        await deliver(parts, mail);
    }
  };
  /** One round runs at a time; a wake during a round adds another round. */
  let isRunning = false;
  const wake = (): void => {
    isWanted = true;
    if (isRunning || isStopped) return;
    isRunning = true;
    currentRound = sendAll()
      .catch((error: unknown) => parts.logger.warn({ error }, 'promised mails cannot be sent right now'))
      .finally(() => {
        isRunning = false;
        if (isWanted) wake();
      });
  };
  const timer = setInterval(wake, CHECK_MS);
  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await currentRound;
      parts.post.close();
    },
  };
}

/**
 * @returns undefined if no account has this e-mail, it is disabled, its registration is unfinished, it is confirmed by now, or it may have
 * no password: then nothing is sent, and the request got the same answer
 */
async function addresseeOf(
  { credentials, folds, mayHavePassword }: Parts,
  { kind, email }: QueuedMail,
): Promise<Credential | undefined> {
  const credential = await credentials.findByEmail(email);
  if (!credential || credential.isDisabled || (kind === 'confirmation' && credential.isEmailProven)) return undefined;
  if (kind === 'newPassword' && !mayHavePassword(credential.email)) return undefined;
  const { state } = await folds.user.load(credential.userId);
  return state.status === 'registered' ? credential : undefined;
}

/** The data that a mail of the outbox needs to be sent. */
interface Addressed {
  readonly to: string;
  /** As the person chose it; undefined: that of the request. */
  readonly language: LanguageChoice | undefined;
  /** Makes the link's token; undefined: the link needs none. */
  readonly token: () => Promise<string | undefined>;
}

/** @returns undefined if nothing is to be sent */
async function addressedOf(parts: Parts, mail: QueuedMail): Promise<Addressed | undefined> {
  if (mail.kind === 'invitation') return inviteeOf(parts, mail);
  const addressee = await addresseeOf(parts, mail);
  return (
    addressee && {
      to: addressee.email,
      language: addressee.language,
      token: async () => (mail.kind === 'answersWait' ? undefined : parts.links.make(addressee.userId)),
    }
  );
}

/**
 * @returns undefined if the invitation is not open any more, or its person can neither sign in nor get an account: the
 * inviter got the same answer
 */
async function inviteeOf(
  { invitations, credentials, mayBeMade }: Parts,
  { invitationId, email }: QueuedMail,
): Promise<Addressed | undefined> {
  if (invitationId === undefined || !(await invitations.find(invitationId))) return undefined;
  const credential = await credentials.findByEmail(email);
  const account = credential?.isConfirmed ? credential : undefined;
  if (account ? account.isDisabled : !mayBeMade) return undefined;
  return { to: email, language: account?.language, token: () => invitations.makeLink(invitationId) };
}

async function deliver(parts: Parts, mail: QueuedMail): Promise<void> {
  const { outbox, post, from, origin, logger } = parts;
  const { mailId, kind, language, attempts } = mail;
  try {
    const addressed = await addressedOf(parts, mail);
    if (addressed) {
      const { to, language: chosen, token } = addressed;
      const say = mailWords.in(chosen?.code ?? language, chosen?.digits);
      const message = { kind, from, to, origin, token: await token(), count: mail.count ?? undefined };
      await post.send({ id: mailId, ...linkedMail(message, say) });
    }
    await outbox.done(mailId);
    logger.debug({ mailId, attempts }, 'a promised mail was dealt with');
  } catch (error) {
    // A mail server's message may quote the address: only its code is logged.
    const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown };
    const again = await outbox.failed(mail);
    logger[again ? 'warn' : 'error'](
      { mailId, attempts, code, responseCode, name },
      again ? 'a mail could not be sent and will be tried again' : 'a mail was given up after a day of trying',
    );
  }
}
