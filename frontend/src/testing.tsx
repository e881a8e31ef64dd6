/** For specs of screens: a component inside our theme, a router and a query client of its own. */
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { system } from './components/theme/system.ts';

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
