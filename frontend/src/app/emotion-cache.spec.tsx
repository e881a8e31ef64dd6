import { CacheProvider } from '@emotion/react';
import { Box } from '@chakra-ui/react/box';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createEmotionCache } from './emotion-cache.ts';
import { system } from '../components/theme/system.ts';

const cache = createEmotionCache();
// The sheets of the specs take only what decides whether an element is seen (`testing/seen-rules.ts`), such as this.
const drawn = (...opacities: string[]) => (
  <CacheProvider value={cache}>
    <ChakraProvider value={system}>
      {opacities.map((opacity) => (
        <Box key={opacity} css={{ opacity }}>
          {opacity}
        </Box>
      ))}
    </ChakraProvider>
  </CacheProvider>
);
const tagWith = (text: string): HTMLStyleElement | undefined =>
  [...document.querySelectorAll('style')].find(({ sheet }) =>
    [...(sheet?.cssRules ?? [])].some(({ cssText }) => cssText.includes(text)),
  );

test('elements that render together share one style element; later ones get their own at the end of the head', async () => {
  const { rerender, getByText } = render(drawn('0.123', '0.456'));
  const ofLaterScreen = document.head.appendChild(document.createElement('link'));
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  rerender(drawn('0.123', '0.456', '0.789'));

  const first = tagWith('0.123');
  const later = tagWith('0.789');
  expect(first).toBeDefined();
  expect(tagWith('0.456')).toBe(first);
  expect(later).toBeDefined();
  expect(later).not.toBe(first);
  // Later rules still win: they come later in the document.
  expect(first!.compareDocumentPosition(later!) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(document.head.lastElementChild).toBe(later);
  ofLaterScreen.remove();
  expect(getComputedStyle(getByText('0.789')).opacity).toBe('0.789');
});
