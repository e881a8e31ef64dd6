/** @param host the name or address of a server, also as a URL has it: then an IPv6 address is between brackets */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  host === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(host);
