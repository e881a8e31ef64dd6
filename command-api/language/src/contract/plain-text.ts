/** Rich text (the allow-list of `rich-text.ts`) as plain text: for files, the round list, the chat assistant. */

/**
 * An attribute's value may hold a ">". No "<" is allowed outside of values; otherwise a broken text would be searched
 * to its end at every tag.
 */
const tag = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^"<>])*)>/gi;
const blocks = new Set(['p', 'h2', 'h3', 'blockquote', 'ol', 'ul', 'li']);
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The beginning and the end of struck text, until all tags are gone: code points that are no characters. */
const [STRUCK, STRUCK_END] = ['\uFDD0', '\uFDD1'];
const struckAgain = new RegExp(`${STRUCK_END}([^\\S\n]*)${STRUCK}`, 'g');
const struckText = new RegExp(`${STRUCK}(\\s*)([^${STRUCK}${STRUCK_END}]*)${STRUCK_END}`, 'g');

/**
 * Blocks become lines, and list items begin with a bullet or their number. No empty line at either end.
 * @param struck the word for text with a line through it, in the language of the reader: `[struck: 5 mg]`
 */
export function plainText(html: string, struck: string): string {
  const numbered: boolean[] = [];
  let number = 0;
  return html
    .replaceAll(/[\uFDD0\uFDD1]/g, '')
    .replace(tag, (_whole, closing: string, tagName: string, attributes: string) => {
      const name = tagName.toLowerCase();
      if (name === 'br') return '\n';
      if (name === 's') return closing ? STRUCK_END : STRUCK;
      if (!blocks.has(name)) return '';
      if (name === 'ol' || name === 'ul') {
        if (closing) numbered.pop();
        else numbered.push(name === 'ol');
        number = 0;
      }
      if (closing || name !== 'li') return closing ? '\n' : '';
      // Quill writes every list as <ol>, with the kind of list in each item.
      const isNumbered =
        /data-list="ordered"/.test(attributes) || (numbered.at(-1) === true && !attributes.includes('data-list='));
      number = isNumbered ? number + 1 : 0;
      return isNumbered ? `${number}. ` : '• ';
    })
    .replaceAll(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
      },
    )
    .replaceAll(struckAgain, '$1')
    .replaceAll(struckText, (_whole, blank: string, text: string) => {
      const words = text.trimEnd();
      return blank + (words === '' ? '' : `[${struck}: ${words}]`) + text.slice(words.length);
    })
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** As `plainText`, on one line: a sign is between its lines, so that the rows of a table stay apart. */
export const plainLine = (html: string, struck: string): string =>
  plainText(html, struck)
    .split(/\s*\n\s*/)
    .map((line, at, lines) => (at === lines.length - 1 || /[.,;:،؛!?؟]$/.test(line) ? line : `${line};`))
    .join(' ')
    .replaceAll(/[ \t]+/g, ' ');
