/** Where anchor statements go: a mailbox, or a server that takes a POST (`ANCHOR_STATEMENTS_TO`). */
import { type AnchorStatement, contentOf } from 'service-kit/event-log/anchor-statements';
import type { Say } from 'service-kit/language/words';
import type { Mail, MailTransport } from '../mail/mail-transport.ts';
import { senderOf } from '../mail/mail-words.ts';

const POST_TIMEOUT_MS = 15_000;

export interface Destination {
  /** As in the setting, without a password: its name in the database and in the log. */
  readonly name: string;
  /** @throws Error when it was not taken */
  take(statement: AnchorStatement): Promise<void>;
}

export interface MailParts {
  readonly post: Pick<MailTransport, 'send'>;
  readonly from: string | undefined;
  /** The origin of the product, such as `https://pharmacy.hospital.example`. */
  readonly origin: string;
  /** The languages of the text, one below the other. */
  readonly says: readonly Say[];
}

/** The hash of a statement as a person compares it: groups of four. */
export const grouped = (hash: string): string => hash.replace(/.{4}(?=.)/g, '$& ');

export const fileName = (statement: AnchorStatement): string => `anchor-statement-${contentOf(statement).number}.json`;

const asFile = (statement: AnchorStatement): string => `${JSON.stringify(statement, null, 2)}\n`;

/** @param address `mailto:auditor@hospital.example` or `https://…` */
export function destinationOf(address: string, mail: MailParts): Destination {
  const url = new URL(address);
  if (url.protocol === 'mailto:') {
    const to = decodeURIComponent(url.pathname);
    return { name: `mailto:${to}`, take: (statement) => mail.post.send(statementMail(statement, to, mail)) };
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    name: url.href,
    async take(statement) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(username === '' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
        },
        body: asFile(statement),
        redirect: 'error',
        signal: AbortSignal.timeout(POST_TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The answer was ${answer.status}`);
    },
  };
}

export function statementMail(statement: AnchorStatement, to: string, { from, origin, says }: MailParts): Mail {
  const { number, at, teams } = contentOf(statement);
  const [say] = says;
  if (!say) throw new Error('A mail needs a language');
  const values = {
    number,
    at,
    teams: teams.filter(({ team }) => team !== '').length,
    origin,
    hash: grouped(statement.hash),
    publicKey: statement.publicKey,
  };
  return {
    from: senderOf(from, origin, say),
    to,
    subject: say('mail.anchorStatement.subject', values),
    text: says.map((inOne) => inOne('mail.anchorStatement.text', values)).join('\n\n'),
    attachments: [{ filename: fileName(statement), content: asFile(statement) }],
  };
}
