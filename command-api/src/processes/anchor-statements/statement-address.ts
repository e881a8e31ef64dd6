/** True if a text is an address for anchor statements: `mailto:…`, `https://…`, or `http://` to this machine. */
export function isStatementAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  if (protocol === 'mailto:') return /^[^@\s]+@[^@\s]+$/.test(decodeURIComponent(pathname));
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}
