/**
 * Appears once the page is scrolled (docs/product.md, "App shell"). It floats if there is a margin beside the content.
 * In a narrower window it would cover the buttons of a row: there it stays at the end of the page.
 */
import { Button } from '@chakra-ui/react/button';
import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { appText } from './messages.ts';

const SHOWN_FROM_PX = 500;
/** 1240 px are the content's 1120 px and room for the button. */
const place = {
  alignSelf: 'center',
  width: '11',
  height: '11',
  padding: '0',
  borderRadius: 'full',
  boxShadow: 'md',
  '@media (min-width: 1240px)': { position: 'fixed', insetBlockEnd: '4', insetInlineEnd: '4', zIndex: 'docked' },
};
const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
};

export function ScrollToTop() {
  const isScrolled = useSyncExternalStore(
    subscribe,
    () => window.scrollY > SHOWN_FROM_PX,
    () => false,
  );
  if (!isScrolled) return null;
  return (
    <Button
      data-print="hide"
      aria-label={appText.toTop}
      css={place}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <ArrowUp aria-hidden />
    </Button>
  );
}
