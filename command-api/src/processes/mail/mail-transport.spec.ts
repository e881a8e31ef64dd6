import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkedMail } from './linked-mails.ts';
import { fileTransport, smtpTransport } from './mail-transport.ts';
import { mailWords } from './mail-words.ts';

const link = {
  kind: 'newPassword' as const,
  from: undefined,
  to: 'mona@hospital.example',
  origin: 'https://pharmacy.hospital.example',
  token: 'as-they-are-made-22-ch',
};
const mail = linkedMail(link, mailWords.in('en'));

/** A mail server with the part of RFC 5321 that one mail needs. */
async function mailServer(refuse?: string): Promise<{ server: Server; port: number; received: string[] }> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    let text = '';
    socket.write('220 mail.test\r\n');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (;;) {
        const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const said = text.slice(0, end);
        text = text.slice(end + (inData ? 5 : 2));
        if (inData) received.push(said);
        const answer = inData
          ? '250 taken'
          : said === 'DATA'
            ? '354 go on'
            : said.startsWith('RCPT') && refuse
              ? refuse
              : said === 'QUIT'
                ? '221 bye'
                : '250 fine';
        inData = !inData && said === 'DATA';
        socket.write(`${answer}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0, received };
}

describe('a mail server', () => {
  test('gets the mail', async () => {
    const { server, port, received } = await mailServer();
    const post = smtpTransport(`smtp://127.0.0.1:${port}`);
    await post.send(mail);
    post.close();
    server.close();
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('To: mona@hospital.example');
    expect(received[0]!.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
      'https://pharmacy.hospital.example/reset-password#token=as-they-are-made-22-ch',
    );
  });

  test('that refuses it or does not answer is an error', async () => {
    const { server, port } = await mailServer('550 no such person');
    const post = smtpTransport(`smtp://127.0.0.1:${port}`);
    await expect(post.send(mail)).rejects.toMatchObject({ responseCode: 550 });
    await new Promise((resolve) => server.close(resolve));
    await expect(post.send(mail)).rejects.toThrow();
    post.close();
  });
});

describe('a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'post-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('gets a file for each mail, readable by this user only, without the address in its name', async () => {
    const post = fileTransport(join(folder, 'mail'));
    await Promise.all([post.send(mail), post.send({ ...mail, to: 'omar@hospital.example' })]);
    post.close();
    const files = await readdir(join(folder, 'mail'));
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\w.-]+\.eml$/);
      expect((await stat(join(folder, 'mail', file))).mode & 0o777).toBe(0o600);
    }
    const texts = await Promise.all(files.map((file) => readFile(join(folder, 'mail', file), 'utf8')));
    expect(texts.filter((text) => text.includes('To: mona@hospital.example'))).toHaveLength(1);
  });

  // Fault: after a crash between sending and noting it, a person had two mails that no mail program knew as one.
  test('gets a mail that is sent again with the same Message-ID', async () => {
    const post = fileTransport(join(folder, 'again'));
    for (const id of ['a1', 'a1', 'b2']) await post.send({ ...mail, id });
    post.close();
    const files = (await readdir(join(folder, 'again'))).sort();
    const texts = await Promise.all(files.map((file) => readFile(join(folder, 'again', file), 'utf8')));
    expect(texts.map((text) => /^Message-ID: (.*)\r$/m.exec(text)?.[1])).toEqual([
      '<a1@pharmacy.hospital.example>',
      '<a1@pharmacy.hospital.example>',
      '<b2@pharmacy.hospital.example>',
    ]);
  });
});

test.each([
  ['newPassword', '/reset-password'],
  ['confirmation', '/confirm-email'],
] as const)(
  'the link of %s can be read in the file without decoding, unless the address is long',
  async (kind, path) => {
    const folder = await mkdtemp(join(tmpdir(), 'post-'));
    const post = fileTransport(folder);
    await post.send(
      linkedMail(
        {
          kind,
          from: 'Pharmacy <pharmacy@hospital.example>',
          to: 'mona@hospital.example',
          origin: 'http://localhost:8080',
          token: 'x'.repeat(22),
        },
        mailWords.in('en'),
      ),
    );
    const [file] = await readdir(folder);
    expect(await readFile(join(folder, file!), 'utf8')).toContain(
      `\r\nhttp://localhost:8080${path}#token=${'x'.repeat(22)}\r\n`,
    );
    await rm(folder, { recursive: true });
  },
);
