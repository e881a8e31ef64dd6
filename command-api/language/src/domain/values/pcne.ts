/**
 * The codes of the PCNE Classification V 9.1 that an error can have: of problems (P) and causes (C) those that agree with a
 * published table (`verified` in `command-api/language/data/pcne.json`; docs/decisions/read-side/classification.md). The browser
 * loads this file.
 */
export const pcneCodes = [
  'P1.1',
  'P1.2',
  'P1.3',
  'P2.1',
  'P3.2',
  'C1.1',
  'C1.2',
  'C1.3',
  'C1.4',
  'C1.5',
  'C1.6',
  'C2.1',
  'C3.1',
  'C3.2',
  'C3.3',
  'C3.4',
  'C3.5',
  'C6.1',
] as const;
export type PcneCode = (typeof pcneCodes)[number];

/** The codes of a template or a type as a member: none without codes. */
export const withPcne = (codes: readonly string[] = []): { pcne?: PcneCode[] } =>
  codes.length === 0 ? {} : { pcne: inPcneOrder(codes) };

/** Each code once, in the order of the classification. */
export const inPcneOrder = (codes: readonly string[]): PcneCode[] => pcneCodes.filter((code) => codes.includes(code));
