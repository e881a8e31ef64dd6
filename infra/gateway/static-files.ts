/**
 * The built frontend. Browsers keep hashed files for ever and revalidate pages. `/` is the landing page; every other
 * address that a person opens is one page. Without local accounts `/` is that page as well: the landing page comes with
 * the form for e-mail and password.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusal } from 'command-api/domain/reasons/refusal';
import sirv from 'sirv';
import { answerProblem } from './answers.ts';

/** The build puts `.br` and `.gz` copies beside the files. */
export function serveFrontend(
  staticDir: string,
  headers: Readonly<Record<string, string>>,
  allowsLocalAccounts: boolean,
): (request: IncomingMessage, response: ServerResponse) => void {
  const files = sirv(staticDir, {
    // Reads the disk each time. A list from the start would name files that a new build has removed, and the read of a
    // missing file ends the process.
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, pathname) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader(
        'cache-control',
        pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answerProblem(response, refusal('not-found'));
      return;
    }
    const notFound = (): void => answerProblem(response, refusal('not-found'));
    const page = (): void => {
      request.url = '/page.html';
      // sirv keeps the parsed address on the request.
      Reflect.deleteProperty(request, '_parsedUrl');
      files(request, response, notFound);
    };
    if (!allowsLocalAccounts && isLanding(request)) page();
    else files(request, response, () => (isNavigation(request) ? page() : notFound()));
  };
}

/** A browser that opens an address accepts HTML. A missing script or image must not be answered with a page. */
const isNavigation = (request: IncomingMessage): boolean => /\btext\/html\b/.test(request.headers.accept ?? '');

const isLanding = ({ url = '' }: IncomingMessage): boolean => /^\/(index\.html|index)?(\?|$)/.test(url);
