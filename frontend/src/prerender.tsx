/**
 * Renders the landing page as HTML at build time. On a slow network a person reads and types a second or two before the
 * scripts arrive and take over (`main.tsx`). Node has no document, so Emotion writes the styles into the HTML.
 */
import './prerender-browser.ts';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { paths } from './platform/paths.ts';
import { Shell } from './app/shell.tsx';
import { system } from './components/theme/system.ts';
import { languages } from 'virtual:languages';
import { chosenLanguage, showLanguage } from './platform/language/language.ts';
import { Component as Landing } from './routes/account/landing.tsx';

/**
 * Makes the page unable to send: without a script, a form would put the password into the address. There is no form,
 * and the button is disabled until the scripts take over.
 */
const disableForms = (html: string): string =>
  html.replace(/<(\/?)form\b/g, '<$1div').replace(/<button type="submit"/g, '<button type="button" disabled=""');

/** The landing page in each language. */
export interface LandingPage {
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  readonly html: string;
}

export async function landingPages(): Promise<LandingPage[]> {
  const pages: LandingPage[] = [];
  for (const language of languages) {
    await showLanguage(chosenLanguage(language));
    pages.push({ code: language.code, direction: language.direction, html: landingPage() });
  }
  return pages;
}

function landingPage(): string {
  const router = createMemoryRouter([
    { element: <Shell />, children: [{ path: paths.landing.path, Component: Landing }] },
  ]);
  return disableForms(
    renderToStaticMarkup(
      <ChakraProvider value={system}>
        <RouterProvider router={router} />
      </ChakraProvider>,
    ),
  );
}
