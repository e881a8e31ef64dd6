/**
 * The landing page as HTML, made by the build: over a slow network whoever comes to sign in reads it, and types, a
 * second or two before the scripts have come and take its place (`main.tsx`). Run by Node, without a document: so
 * Emotion puts the styles into the HTML.
 */
import './prerender-browser.ts';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { paths } from './platform/paths.ts';
import { Shell } from './app/shell.tsx';
import { system } from './components/theme/system.ts';
import { Component as Landing } from './routes/landing.tsx';

/**
 * Nothing of it sends anything: without a script a form would put the password into the address, so that there is no
 * form, and the button waits for its script.
 */
const asleep = (html: string): string =>
  html.replace(/<(\/?)form\b/g, '<$1div').replace(/<button type="submit"/g, '<button type="button" disabled=""');

export function landingPage(): string {
  const router = createMemoryRouter([
    { element: <Shell />, children: [{ path: paths.landing.path, Component: Landing }] },
  ]);
  return asleep(
    renderToStaticMarkup(
      <ChakraProvider value={system}>
        <RouterProvider router={router} />
      </ChakraProvider>,
    ),
  );
}
