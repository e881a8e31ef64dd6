/**
 * The addresses that a push may be sent to. A browser names the address, so a person could name one of the hospital's
 * own network: the server would send requests there.
 */
import { lookup } from 'node:dns';
import { Agent } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import * as z from 'zod';
import type { Mistake } from 'service-kit/process/settings';

/**
 * The push services of Chrome and Edge on Android and computers, Chromium of a Linux distribution, Firefox, Edge on Windows,
 * and Safari.
 */
const KNOWN_SERVICES =
  'fcm.googleapis.com, jmt17.google.com, *.push.services.mozilla.com, *.notify.windows.com, web.push.apple.com, *.push.apple.com';

/** The setting WEB_PUSH_SERVICES. */
export const pushServices = z
  .string()
  .default(KNOWN_SERVICES)
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((host) => host !== ''),
  )
  .refine((hosts) => hosts.every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) && isIP(host) === 0), {
    error: 'must be names of hosts such as push.example.com and *.push.example.com',
  });

/** Browsers give subscriptions to pages with https only. */
export const pushMistakes = ({
  WEB_PUSH,
  PUBLIC_URL,
}: {
  WEB_PUSH?: string;
  PUBLIC_URL?: string | undefined;
}): Mistake[] =>
  WEB_PUSH === 'on' && PUBLIC_URL?.startsWith('https:') !== true
    ? [
        {
          name: 'WEB_PUSH',
          sentence: 'WEB_PUSH=on: needs a PUBLIC_URL with https, because browsers allow push there only.',
        },
      ]
    : [];

/** True for an https address on the usual port of one of the services. */
export function isPushEndpoint(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  return (
    protocol === 'https:' &&
    `${port}${username}${password}` === '' &&
    services.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
  );
}

/** Networks that are not on the public internet (RFC 6890). */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');

/** IPv4 addresses within IPv6 are checked as IPv4: `BlockList` does so by itself. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !notPublic.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Connects to public addresses only, whatever the name of the host leads to. */
export const publicAgent = (): Agent => new Agent({ lookup: publicLookup });

const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const usable = (found ?? []).filter(({ address }) => isPublicAddress(address));
    const [first] = usable;
    if (error) done(error, []);
    else if (!first)
      done(Object.assign(new Error('The push service has no public address'), { code: 'ENOTPUBLIC' }), []);
    else if (options.all) done(null, usable);
    else done(null, first.address, first.family);
  });
