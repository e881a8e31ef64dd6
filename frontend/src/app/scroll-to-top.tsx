/**
 * Appears once the page is scrolled (specification §2, "App shell"). It floats only where there is a margin beside the
 * content: on anything narrower it would lie over the buttons of a row, so it waits at the end of the page.
 */
import { Button } from '@chakra-ui/react/button';
import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { appText } from './messages.ts';

const FAR = 500;
/** The content's 1120 px and room for the button on its side. */
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
  const far = useSyncExternalStore(
    subscribe,
    () => window.scrollY > FAR,
    () => false,
  );
  if (!far) return null;
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
