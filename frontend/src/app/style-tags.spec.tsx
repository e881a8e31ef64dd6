import { CacheProvider } from '@emotion/react';
import { Box } from '@chakra-ui/react/box';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { styleTags } from './style-tags.ts';
import { system } from '../components/theme/system.ts';

const cache = styleTags();
const drawn = (...colours: string[]) => (
  <CacheProvider value={cache}>
    <ChakraProvider value={system}>
      {colours.map((color) => (
        <Box key={color} css={{ color }}>
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

test('what is drawn together has its rules in one tag, what comes later in a tag of its own', async () => {
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
  // In the order of the document what came later still wins.
  expect(first!.compareDocumentPosition(later!) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(getComputedStyle(getByText('rgb(7, 8, 9)')).color).toBe('rgb(7, 8, 9)');
});
