import { expect, test } from 'vitest';
import { requireSupportedNode } from './node-version.ts';

test.each(['18.20.8', '20.20.2', '22.22.0', '25.1.0'])('a release does not bring Node %s', (version) => {
  expect(() => requireSupportedNode(version)).toThrow(`this is ${version}`);
});

test.each(['24.22.3', '26.1.0'])('a release may bring Node %s', (version) => {
  expect(() => requireSupportedNode(version)).not.toThrow();
});
