import { currentLanguage } from '../language/language.ts';

/** Along the line of a page: 1 for the arrow key that points to its end, -1 to its start; else undefined. */
export function lineStep(key: string): 1 | -1 | undefined {
  const isMirrored = currentLanguage().language.direction === 'rtl';
  if (key === 'ArrowRight') return isMirrored ? -1 : 1;
  if (key === 'ArrowLeft') return isMirrored ? 1 : -1;
  return undefined;
}
