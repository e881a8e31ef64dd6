import { expect, test } from 'vitest';
import { linkAddress } from './link-address.ts';

test.each([
  ['https://hospital.example/protocol', 'https://hospital.example/protocol'],
  [' HTTP://intranet/wiki ', 'HTTP://intranet/wiki'],
  ['hospital.example/protocol', 'https://hospital.example/protocol'],
  ['hospital.example:8443/a b', 'https://hospital.example:8443/a b'],
  ['مستشفى.مصر/بروتوكول', 'https://مستشفى.مصر/بروتوكول'],
  ['https://http://hospital.example', 'http://hospital.example'],
  ['https://mailto:mona@hospital.example', 'mailto:mona@hospital.example'],
  ['mona@hospital.example', 'mailto:mona@hospital.example'],
  ['tel:+20123', 'tel:+20123'],
])('%s leads to %s', (typed, address) => expect(linkAddress(typed)).toBe(address));

test.each([
  '',
  'https://',
  'protocol',
  'see the protocol',
  '/patient/1',
  '//hospital.example',
  'javascript:alert(1)',
  'ftp://hospital.example',
  'mailto:',
  'data:text/html,a',
])('%j is no address of a link', (typed) => expect(linkAddress(typed)).toBeUndefined());
