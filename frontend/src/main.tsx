import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './app/router.tsx';
import { styleTags } from './app/style-tags.ts';
import { system } from './components/theme/system.ts';
import { applyServerConfig } from './sync/reads/server-config.ts';
import { signedInUser } from './platform/session/session.ts';
import { replacePrerenderedPage } from './platform/keyboard/early-input.ts';

// An earlier version of the product registered one; a stale worker would serve old files (specification §2, "App
// shell").
if ('serviceWorker' in navigator)
  void navigator.serviceWorker
    .getRegistrations()
    .then((all) => Promise.all(all.map((worker) => worker.unregister())))
    .catch(() => undefined);

applyServerConfig();

const router = createRouter();
const styles = styleTags();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const draw = (): void =>
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <ChakraProvider value={system}>
          <RouterProvider router={router} />
        </ChakraProvider>
      </CacheProvider>
    </StrictMode>,
  );

// The landing page is there as HTML: it stands until the one that follows can be drawn as a whole.
if (root.firstChild && !signedInUser()) {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    replacePrerenderedPage(root, () => flushSync(draw));
  });
} else {
  root.replaceChildren();
  draw();
}
document.documentElement.classList.remove('early');
