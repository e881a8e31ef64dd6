/**
 * Mails leave through a mail server, or become files in an installation without one. The mail has left when `send`
 * resolves.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Mail {
  /** The part of its `Message-ID` before the host. A mail that is sent again after a crash has the same: mail programs show it once. */
  readonly id?: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text, in lines of at most 76 characters where possible: the file can then be read without decoding. */
  readonly text: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[];
}
export interface MailTransport {
  /** @throws Error with what the mail server or the file system said */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The outbox's lease of a mail lasts two minutes: sending must end before that. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** @param url such as `smtp://user:password@mail.hospital.example:587` */
export function smtpTransport(url: string): MailTransport {
  const transport = createTransport({ url, ...SMTP_TIMEOUTS });
  return {
    async send(mail) {
      await transport.sendMail(withList(mail));
    },
    close: () => transport.close(),
  };
}

/** Writes each mail as an `.eml` file, named by time, for the operator: any mail program opens it. */
export function fileTransport(folder: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(withList(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The name holds no address. The file is moved here whole, so no program sees half a mail.
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`);
      await writeFile(`${file}.part`, message, { mode: 0o600, flush: true });
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

/** The library wants a list that it may change. */
const withList = ({ id, attachments = [], ...mail }: Mail) => ({
  ...mail,
  ...(id !== undefined && { messageId: `<${id}@${/@([^\s>]+)/.exec(mail.from)?.[1] ?? 'localhost'}>` }),
  attachments: [...attachments],
});
