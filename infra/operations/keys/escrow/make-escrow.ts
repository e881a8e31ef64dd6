/** `npm run keys -- escrow`: the master key in three parts to print (docs/operations.md, "The master key"). */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { keyIdOf } from 'service-kit/security/key-ring';
import { CannotDo, type ReportAction } from '../../../runtime/start/program/operator-command.ts';
import { writeNewSecret } from '../key-file.ts';
import { decodePart } from './part-code.ts';
import { codeIn, type PageFacts, partHtml, partText } from './part-page.ts';
import { joinParts, splitKey } from './parts.ts';

/**
 * @param folder must not exist
 * @throws CannotDo when the folder exists or cannot be made
 */
export async function makeEscrow(
  key: Buffer,
  folder: string,
  facts: PageFacts,
  say: (line: string) => void,
  report: ReportAction,
): Promise<void> {
  const parts = await splitKey(key);
  const pages = parts.map((part) => ({
    number: part.number,
    html: partHtml(part, facts),
    text: partText(part, facts),
  }));
  await checkPages(
    pages.map(({ text }) => text),
    key,
  );
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new CannotDo(
      error.code === 'EEXIST'
        ? `${folder} exists already: name a new folder.`
        : `The folder ${folder} cannot be made (${error.code}).`,
    );
  });
  for (const { number, html, text } of pages) {
    await writeNewSecret(join(folder, `part-${number}.html`), html);
    await writeNewSecret(join(folder, `part-${number}.txt`), text);
  }
  const keyId = keyIdOf(key);
  await report('escrow made', { keyId, set: parts[0]?.set ?? '' }, { kind: 'EscrowMade', data: { keyId } });
  say(
    `${folder} has the three parts of the master key ${keyId}, as part-1.html and part-1.txt and so on. Print each ` +
      'on a printer that keeps no copies, give them to three people, and delete the folder.',
  );
}

/** Before a page is printed and the key relied on: each two of the pages give the key back. */
async function checkPages(texts: readonly string[], key: Buffer): Promise<void> {
  const parts = texts.map((text) => decodePart(codeIn(text)));
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(at + 1))
      if (!(await joinParts(one, other)).equals(key)) throw new Error('Two parts do not give the key back');
}
