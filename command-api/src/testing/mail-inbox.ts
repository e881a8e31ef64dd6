/** For `*.int.spec.ts` only: the mails that an installation without a mail server writes as files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { TestEnvironment } from './test-environment.ts';

/** How long a spec waits for the mail sender. */
export const mailTimeout = { timeout: 20_000, interval: 20 };

/** The mails to this address, oldest first. */
export async function mailsTo({ dataDir }: Pick<TestEnvironment, 'dataDir'>, email: string): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${email}`));
}

/** The newest mail to this address, once there are `count`. */
export async function newestMail(
  environment: Pick<TestEnvironment, 'dataDir'>,
  email: string,
  count = 1,
): Promise<string> {
  await vi.waitFor(async () => expect(await mailsTo(environment, email)).toHaveLength(count), mailTimeout);
  return (await mailsTo(environment, email)).at(-1) ?? '';
}

/** The decoded text of a mail: an Arabic one is sent in base64. */
export function textOf(mail: string): string {
  const [head = '', ...body] = mail.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(head)?.[1];
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

export const tokenIn = (mail: string): string => /token=([\w-]+)/.exec(textOf(mail))?.[1] ?? '';
