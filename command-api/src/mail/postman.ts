/**
 * Sends what the outbox holds, one mail after the other, until it is stopped. Any number of processes may: each mail is taken by one.
 * What a crash cuts off is sent by the next one, so that a mail may come twice and is never lost; its earlier link works as well.
 */
import type { Credentials } from '../accounts/credentials.ts';
import type { MailOutbox, PromisedMail } from '../accounts/mail-outbox.ts';
import type { OneTimeLinks } from '../accounts/one-time-links.ts';
import type { Folds } from '../folds.ts';
import type { Logger } from '../service/log.ts';
import type { Post } from './post.ts';
import { resetMail } from './reset-mail.ts';

/** Mails that another process has promised, or that are to be tried again, are found this much later at most. */
const LOOK_MS = 5_000;

interface Parts {
  readonly outbox: MailOutbox;
  readonly credentials: Credentials;
  readonly links: OneTimeLinks;
  readonly folds: Folds;
  readonly post: Post;
  /** The sender's address; undefined: made from the link's host. */
  readonly from: string | undefined;
  readonly logger: Logger;
}

export interface Postman {
  /** There is something in the outbox. Costs the caller nothing. */
  wake(): void;
  /** Resolves when the mail in hand has been dealt with. */
  stop(): Promise<void>;
}

export function startPostman(parts: Parts): Postman {
  let stopped = false;
  let wanted = true;
  let going = Promise.resolve();

  const sendAll = async (): Promise<void> => {
    while (wanted && !stopped) {
      wanted = false;
      for (let mail = await parts.outbox.take(); mail && !stopped; mail = await parts.outbox.take()) await deliver(parts, mail);
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

async function deliver({ outbox, credentials, links, folds, post, from, logger }: Parts, mail: PromisedMail): Promise<void> {
  const { mailId, email: to, origin, attempts } = mail;
  try {
    const credential = await credentials.findByEmail(to);
    // Nobody has this e-mail, or a registration with it was cut off: the asking was answered alike, and nothing is sent.
    const account = credential && (await folds.user.now(credential.userId)).state;
    if (credential && account?.status === 'registered') await post.send(resetMail({ from, to: credential.email, origin, token: await links.make(credential.userId) }));
    await outbox.done(mailId);
    logger.debug({ mailId, attempts }, 'a promised mail was dealt with');
  } catch (error) {
    // What a mail server says may quote the address: only its code is kept.
    const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown };
    const again = await outbox.failed(mail);
    logger[again ? 'warn' : 'error']({ mailId, attempts, code, responseCode, name }, again ? 'a mail could not be sent and will be tried again' : 'a mail was given up after a day of trying');
  }
}
