/** The loaders of the route table, which decide who may see a screen. Components read the data. */
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { mailedToken } from '../features/sign-in/mailed-token.ts';
import { signedInUser } from '../platform/session/session.ts';
import { areDraftsReadable, draftsReadable } from '../platform/session/device-key.ts';
import { signInCodeIn } from '../platform/session/sign-in-ways.ts';
import { paths, safeReturnFrom } from '../platform/paths.ts';

/**
 * Sends a visitor to the landing page, and back here after sign-in. The fragment, which may hold the token of a mailed
 * link, stays a fragment.
 */
export function signedInOnly({ request }: LoaderFunctionArgs): null | Promise<null> {
  // Screens offer the drafts that they find when they open.
  if (signedInUser()) return areDraftsReadable() ? null : draftsReadable().then(() => null);
  const { pathname, search } = new URL(request.url);
  const { hash } = globalThis.location;
  throw redirect(paths.landing.href(pathname + search) + hash);
}

/** For a mailed link: a visitor signs in first, and the tab keeps the token meanwhile. */
export function signedInKeepingToken(args: LoaderFunctionArgs): null | Promise<null> {
  mailedToken('confirmation', globalThis.location);
  return signedInOnly(args);
}

/**
 * Sends a signed-in person to the address that they came from, or home. A return from the provider of single sign-on is
 * no visit of that person: the page fetches its session first.
 */
export function signedOutOnly({ request }: LoaderFunctionArgs): null {
  if (!signedInUser() || signInCodeIn(globalThis.location) !== '') return null;
  const returnFrom = safeReturnFrom(new URL(request.url).searchParams.get('returnFrom'));
  throw redirect(returnFrom === undefined ? paths.home.href() : inHeader(returnFrom) + globalThis.location.hash);
}

/** A redirect has its address in a header, which takes no letter above U+00FF. */
const inHeader = (address: string): string => address.replaceAll(/\P{ASCII}+/gu, encodeURIComponent);
