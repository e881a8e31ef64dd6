/**
 * The built frontend. Browsers keep hashed files for ever and revalidate pages. `/` is the landing page; every other
 * address that a person opens is one page. There is one of both for each language
 * (docs/decisions/browser/languages.md). Without local accounts or open sign-up `/` is that page as well: the landing page
 * comes with the form for e-mail and password and leads to sign-up.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusal } from 'language/domain/reasons/refusal';
import { requestLanguage } from 'service-kit/language/request-language';
import sirv from 'sirv';
import { answerProblem } from './answers.ts';
import { languagesIn } from './languages.ts';

/** The build puts `.br` and `.gz` copies beside the files. */
export async function serveFrontend(
  staticDir: string,
  headers: Readonly<Record<string, string>>,
  isLandingPrerendered: boolean,
): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const languages = await languagesIn(staticDir);
  const files = sirv(staticDir, {
    // Reads the disk each time. A list from the start would name files that a new build has removed, and the read of a
    // missing file ends the process.
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, pathname) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (pathname.endsWith('.html')) response.setHeader('vary', 'accept-encoding, accept-language, cookie');
      response.setHeader(
        'cache-control',
        pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  const notFound = (response: ServerResponse): void => answerProblem(response, refusal('not-found'));
  const answerPage = (name: 'index' | 'page', request: IncomingMessage, response: ServerResponse): void => {
    request.url = `/${name}.${requestLanguage(request, languages)}.html`;
    // sirv keeps the parsed address on the request.
    Reflect.deleteProperty(request, '_parsedUrl');
    files(request, response, () => notFound(response));
  };
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') notFound(response);
    else if (isLanding(request)) answerPage(isLandingPrerendered ? 'index' : 'page', request, response);
    else
      files(request, response, () => {
        if (isNavigation(request)) answerPage('page', request, response);
        else notFound(response);
      });
  };
}

/** A browser that opens an address accepts HTML. A missing script or image must not be answered with a page. */
const isNavigation = (request: IncomingMessage): boolean => /\btext\/html\b/.test(request.headers.accept ?? '');

const isLanding = ({ url = '' }: IncomingMessage): boolean => /^\/(index(\.[a-z]{2,3})?(\.html)?)?(\?|$)/.test(url);
