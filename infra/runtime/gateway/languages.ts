import { readdir } from 'node:fs/promises';

/**
 * @param staticDir the built frontend
 * @returns the codes of the languages that it has a page in, English first
 */
export async function languagesIn(staticDir: string): Promise<string[]> {
  const codes = (await readdir(staticDir)).flatMap((name) => /^page\.([a-z]{2,3})\.html$/.exec(name)?.[1] ?? []);
  return codes.sort((one, other) => Number(other === 'en') - Number(one === 'en') || one.localeCompare(other));
}
