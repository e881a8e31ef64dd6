/** Appears once the page is scrolled (specification §2, "App shell"). */
import { Button } from '@chakra-ui/react/button';
import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { appText } from './messages.ts';

const FAR = 500;
const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
};

export function ScrollToTop() {
  const far = useSyncExternalStore(subscribe, () => window.scrollY > FAR);
  if (!far) return null;
  return (
    <Button
      data-print="hide" aria-label={appText.toTop} position="fixed" insetBlockEnd="4" insetInlineEnd="4" zIndex="docked" width="11" height="11" padding="0" borderRadius="full" boxShadow="md"
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <ArrowUp aria-hidden />
    </Button>
  );
}
