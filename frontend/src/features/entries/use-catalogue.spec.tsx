import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drugsQuery, errorTypesQuery } from '../../sync/reads/catalogue.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { serve } from '../../testing/screen.tsx';
import { useCatalogue } from './use-catalogue.ts';

test('a form that opens and closes while the catalogue is prefetched does not cancel the prefetch', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const [drugs, types] = [
    [{ _id: 'd1', label: 'Tienam', drug: 'x1', drugLabel: 'Imipenem', drugTags: [] }],
    [{ _id: 'e1', label: 'Renal dose adjustment', version: 1 }],
  ];
  const sent = serve({
    'GET /api/drugs': () => answered.then(() => drugs),
    'GET /api/errtypes': () => answered.then(() => types),
  });
  const ahead = Promise.all([queryClient.prefetchQuery(drugsQuery()), queryClient.prefetchQuery(errorTypesQuery())]);
  const form = renderHook(useCatalogue, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  form.unmount();
  answer();
  await ahead;
  expect(queryClient.getQueryData(drugsQuery().queryKey)).toEqual(drugs);
  expect(queryClient.getQueryData(errorTypesQuery().queryKey)).toEqual(types);
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/drugs', 'GET /api/errtypes']);
});
