import { richTextAllowList } from 'language/contract/rich-text';

/**
 * The address of a link, as a saved text keeps it: of a web page, a mail address or a telephone number. The scheme may
 * be left out.
 * @returns undefined if `typed` is no such address: the saved text would have a link that leads nowhere
 */
export function linkAddress(typed: string): string | undefined {
  // The field begins with `https://`: a pasted address stands behind it.
  const text = typed.trim().replace(/^https:\/\/(?=(?:https?|mailto|tel):)/i, '');
  if (richTextAllowList.ALLOWED_URI_REGEXP.test(text))
    return /^(?:mailto|tel):./i.test(text) || hostOf(text) !== '' ? text : undefined;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  // A colon before digits begins a port, another one ends a scheme.
  if (/^(?:\/|[a-z][a-z\d+.-]*:(?!\d))/i.test(text)) return undefined;
  const address = `https://${text}`;
  return hostOf(address).includes('.') ? address : undefined;
}

/** Empty if it is no address of a web page. */
function hostOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}
