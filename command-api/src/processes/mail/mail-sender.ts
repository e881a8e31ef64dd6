/**
 * Sends what the outbox holds, one mail after the other, until it is stopped. Any number of processes may: each mail is
 * taken by one. What a crash cuts off is sent by the next one, so that a mail may come twice and is never lost; its
 * earlier link works as well.
 */
import type { Credential, Credentials } from '../../accounts/credentials.ts';
import type { MailKind, MailOutbox, PromisedMail } from '../../accounts/mail-outbox.ts';
import type { OneTimeLinks } from '../../accounts/one-time-links.ts';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Logger } from 'service-kit/process/logger';
import { confirmationMail, type LinkedMail, resetMail } from './linked-mails.ts';
import type { Mail, MailTransport } from './mail-transport.ts';

/** Mails that another process has promised, or that are to be tried again, are found this much later at most. */
const LOOK_MS = 5_000;

interface Parts {
  readonly outbox: MailOutbox;
  readonly credentials: Credentials;
  readonly links: OneTimeLinks;
  readonly folds: FoldCaches;
  readonly post: MailTransport;
  /** The sender's address; undefined: made from the link's host. */
  readonly from: string | undefined;
  /** Where links lead: the product's address as its people know it, a setting. */
  readonly origin: string;
  readonly logger: Logger;
}

export interface MailSender {
  /** There is something in the outbox. Costs the caller nothing. */
  wake(): void;
  /** Resolves when the mail in hand has been dealt with. */
  stop(): Promise<void>;
}

export function startMailSender(parts: Parts): MailSender {
  let stopped = false;
  let wanted = true;
  let going = Promise.resolve();

  const sendAll = async (): Promise<void> => {
    while (wanted && !stopped) {
      wanted = false;
      for (let mail = await parts.outbox.take(); mail && !stopped; mail = await parts.outbox.take())
        await deliver(parts, mail);
    }
  };
  /** At most one round at a time; a wake during a round makes it look once more. */
  let running = false;
  const wake = (): void => {
    wanted = true;
    if (running || stopped) return;
    running = true;
    going = sendAll()
      .catch((error: unknown) => parts.logger.warn({ error }, 'promised mails cannot be sent right now'))
      .finally(() => {
        running = false;
        if (wanted) wake();
      });
  };
  const timer = setInterval(wake, LOOK_MS);
  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await going;
      parts.post.close();
    },
  };
}

const letters: Readonly<Record<MailKind, (mail: LinkedMail) => Mail>> = {
  newPassword: resetMail,
  confirmation: confirmationMail,
};

/**
 * Nobody has this e-mail, or a registration with it was cut off: the asking was answered alike, and nothing is sent.
 * Nor where it has been confirmed by now.
 */
async function addresseeOf(
  { credentials, folds }: Parts,
  { kind, email }: PromisedMail,
): Promise<Credential | undefined> {
  const credential = await credentials.findByEmail(email);
  if (!credential || (kind === 'confirmation' && credential.emailProven)) return undefined;
  const { state } = await folds.user.load(credential.userId);
  return state.status === 'registered' ? credential : undefined;
}

async function deliver(parts: Parts, mail: PromisedMail): Promise<void> {
  const { outbox, links, post, from, origin, logger } = parts;
  const { mailId, kind, attempts } = mail;
  try {
    const addressee = await addresseeOf(parts, mail);
    if (addressee)
      await post.send(letters[kind]({ from, to: addressee.email, origin, token: await links.make(addressee.userId) }));
    await outbox.done(mailId);
    logger.debug({ mailId, attempts }, 'a promised mail was dealt with');
  } catch (error) {
    // What a mail server says may quote the address: only its code is kept.
    const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown };
    const again = await outbox.failed(mail);
    logger[again ? 'warn' : 'error'](
      { mailId, attempts, code, responseCode, name },
      again ? 'a mail could not be sent and will be tried again' : 'a mail was given up after a day of trying',
    );
  }
}
