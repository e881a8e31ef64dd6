/** The settings of the hospital's interface. Without `HL7_PORT` there is none. */
import * as z from 'zod';
import { type Mistake, setting } from 'service-kit/process/settings';
import { defaultSets } from './hl7/character-sets.ts';
import { allowList } from './hl7/listener.ts';

const isAllowList = (entries: readonly string[]): boolean => {
  try {
    return Boolean(allowList(entries));
  } catch {
    return false;
  }
};

export const feedShape = {
  HL7_PORT: setting(
    z.coerce.number('must be a port').int().min(0).max(65_535).optional(),
    'The port for HL7 version 2 messages (MLLP) of the hospital; unset: none',
  ),
  HL7_HOST: setting(z.string().optional(), 'The address that HL7_PORT is opened at; unset: all'),
  HL7_MAP: setting(
    z.string().optional(),
    'The file that maps wards to teams and codes to measurements (docs/interfaces.md)',
  ),
  HL7_ALLOW: setting(
    z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
      .refine(isAllowList, 'must be addresses and networks such as 10.1.2.3,10.2.0.0/16')
      .default([]),
    'The addresses that may send to HL7_PORT, separated by commas; unset: this machine alone',
  ),
  HL7_TLS_CERT: setting(z.string().optional(), 'The certificate of HL7_PORT, a PEM file; unset: without TLS'),
  HL7_TLS_KEY: setting(z.string().optional(), 'The private key of HL7_TLS_CERT, a PEM file'),
  HL7_CHARSET: setting(
    z.enum(defaultSets, `must be one of ${defaultSets.join(', ')}`).default('utf-8'),
    'The character set of messages that name none (MSH-18)',
  ),
} as const;

export type FeedSettings = {
  readonly [Name in keyof typeof feedShape]: z.output<(typeof feedShape)[Name]['schema']>;
};

export function feedMistakes(values: Partial<FeedSettings>): Mistake[] {
  const { HL7_PORT, HL7_MAP, HL7_TLS_CERT, HL7_TLS_KEY } = values;
  return [
    ...(HL7_PORT !== undefined && HL7_MAP === undefined
      ? [{ name: 'HL7_MAP', sentence: 'HL7_MAP: is needed with HL7_PORT: without it no ward has a team.' }]
      : []),
    ...((HL7_TLS_CERT === undefined) === (HL7_TLS_KEY === undefined)
      ? []
      : [{ name: 'HL7_TLS_KEY', sentence: 'HL7_TLS_KEY: HL7_TLS_CERT and HL7_TLS_KEY need each other.' }]),
  ];
}
