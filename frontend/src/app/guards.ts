/** Loaders that decide who may be on a screen. The data itself is asked for by the components. */
import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { signedInUser } from '../platform/session/session.ts';
import { paths, safeReturnFrom } from '../platform/paths.ts';

/** Not signed in: to the landing page, and back here afterwards. */
export function signedInOnly({ request }: LoaderFunctionArgs): null {
  if (signedInUser()) return null;
  const { pathname, search } = new URL(request.url);
  throw redirect(paths.landing.href(pathname + search));
}

/** Signed in already: to where they came from, else home. */
export function signedOutOnly({ request }: LoaderFunctionArgs): null {
  if (!signedInUser()) return null;
  throw redirect(safeReturnFrom(new URL(request.url).searchParams.get('returnFrom')) ?? paths.home.href());
}
