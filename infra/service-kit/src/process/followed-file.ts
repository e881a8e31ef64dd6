/** A file of the hospital with JSON that the product reads again when it changes, without a new start. */
import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod';

export interface FollowedFile<Content> {
  /** The content of now; with a mistake in the file that of before. @throws Error where there was never one */
  current(): Promise<Content>;
  /** The mistake in the file of now. */
  mistake(): string | undefined;
}

const LOOK_MS = 1_000;

/** @param contentOf throws the mistake of its content */
export function followFile<Content>(path: string, contentOf: (file: unknown) => Content): FollowedFile<Content> {
  let [lookedAt, changedAt] = [0, -1];
  let content: Content | undefined;
  let mistake: string | undefined;
  const look = async (): Promise<void> => {
    lookedAt = Date.now();
    try {
      const { mtimeMs } = await stat(path);
      if (mtimeMs === changedAt) return;
      content = contentOf(JSON.parse(await readFile(path, 'utf8')));
      [changedAt, mistake] = [mtimeMs, undefined];
    } catch (error) {
      mistake = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    }
  };
  return {
    async current() {
      if (Date.now() - lookedAt >= LOOK_MS) await look();
      if (content === undefined) throw new Error(mistake);
      return content;
    },
    mistake: () => mistake,
  };
}
