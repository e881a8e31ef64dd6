import { CacheProvider } from '@emotion/react';
import { Box } from '@chakra-ui/react/box';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createEmotionCache } from './emotion-cache.ts';
import { system } from '../components/theme/system.ts';

const cache = createEmotionCache();
// With an opacity, because the sheets of the specs take only rules that decide what is seen (`testing/seen-rules.ts`).
const drawn = (...colours: string[]) => (
  <CacheProvider value={cache}>
    <ChakraProvider value={system}>
      {colours.map((color) => (
        <Box key={color} css={{ color, opacity: 1 }}>
          {color}
        </Box>
      ))}
    </ChakraProvider>
  </CacheProvider>
);
const tagWith = (text: string): HTMLStyleElement | undefined =>
  [...document.querySelectorAll('style')].find(({ sheet }) =>
    [...(sheet?.cssRules ?? [])].some(({ cssText }) => cssText.includes(text)),
  );

test('elements that render together share one style element; later ones get their own', async () => {
  const { rerender, getByText } = render(drawn('rgb(1, 2, 3)', 'rgb(4, 5, 6)'));
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  rerender(drawn('rgb(1, 2, 3)', 'rgb(4, 5, 6)', 'rgb(7, 8, 9)'));

  const first = tagWith('rgb(1, 2, 3)');
  const later = tagWith('rgb(7, 8, 9)');
  expect(first).toBeDefined();
  expect(tagWith('rgb(4, 5, 6)')).toBe(first);
  expect(later).toBeDefined();
  expect(later).not.toBe(first);
  // Later rules still win: they come later in the document.
  expect(first!.compareDocumentPosition(later!) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(getComputedStyle(getByText('rgb(7, 8, 9)')).color).toBe('rgb(7, 8, 9)');
});
