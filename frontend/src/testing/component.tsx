/** For specs of components: renders one with theme, router and query client; finds text as a person reads it. */
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { system } from '../components/theme/system.ts';

export function show(part: ReactNode, at = '/') {
  const router = createMemoryRouter([{ path: '*', element: part }], { initialEntries: [at] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const shown = render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  return { ...shown, router, client, user: userEvent.setup() };
}

type Matcher = (own: string, element: Element | null) => boolean;

/**
 * For `getByText` and similar queries: the innermost element with this text, through the elements that keep a number
 * with its unit. A string must be the whole text. Testing Library itself looks at an element's own text nodes.
 */
export function reads(words: string | RegExp): Matcher {
  const says = (element: Element): boolean => {
    const text = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    return typeof words === 'string' ? text === words : words.test(text);
  };
  return (_own, element) => element !== null && says(element) && ![...element.children].some(says);
}
