/** Rich text (the allow-list of `command-api/contract/rich-text`) as plain text, for the cells of a CSV. */

/**
 * An attribute's value may hold a ">". No "<" is allowed outside of values; otherwise a broken text would be searched
 * to its end at every tag.
 */
const tag = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^"<>])*)>/gi;
const blocks = new Set(['p', 'h2', 'h3', 'blockquote', 'ol', 'ul', 'li']);
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Blocks become lines, and list items begin with a bullet or their number. No empty line at either end. */
export function plainText(html: string): string {
  const numbered: boolean[] = [];
  let number = 0;
  return html
    .replace(tag, (_whole, closing: string, tagName: string, attributes: string) => {
      const name = tagName.toLowerCase();
      if (name === 'br') return '\n';
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
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
