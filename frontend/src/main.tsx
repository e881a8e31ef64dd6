import './components/theme/fonts.css';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { LocaleProvider } from '@chakra-ui/react/locale';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './app/router.tsx';
import { createEmotionCache } from './app/emotion-cache.ts';
import { system } from './components/theme/system.ts';
import { followOtherTabs, preferredLanguage, showLanguage } from './platform/language/language.ts';
import { useLanguage } from './platform/language/use-translation.ts';
import { loadWithRetry } from './platform/http/retry.ts';
import { applyServerConfig } from './sync/reads/server-config.ts';
import { watchInput } from './platform/last-input.ts';
import { signedInUser } from './platform/session/session.ts';
import { unregisterWorkers } from './platform/workers.ts';
import { replacePrerenderedPage } from './platform/keyboard/early-input.ts';

// An earlier version of the product registered a service worker, which would serve old files (docs/product.md,
// "App shell").
void unregisterWorkers({ keepsReminders: signedInUser() !== undefined }).catch(() => undefined);

watchInput();
applyServerConfig();

const emotionCache = createEmotionCache();
const host = document.getElementById('root');
if (!host) throw new Error('index.html has no #root');
const root = host;

function Page({ router }: { router: ReturnType<typeof createRouter> }) {
  const { locale } = useLanguage();
  return (
    <CacheProvider value={emotionCache}>
      <ChakraProvider value={system}>
        <LocaleProvider locale={locale}>
          <RouterProvider router={router} />
        </LocaleProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}

function start(): void {
  const router = createRouter();
  const render = (): void =>
    createRoot(root).render(
      <StrictMode>
        <Page router={router} />
      </StrictMode>,
    );
  // The landing page is prerendered. It stays until the router can render the whole first screen.
  if (root.firstChild && !signedInUser()) {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      replacePrerenderedPage(root, () => flushSync(render));
    });
  } else {
    root.replaceChildren();
    render();
  }
  document.documentElement.classList.remove('early');
}

followOtherTabs();
loadWithRetry(() => showLanguage(preferredLanguage()), { onLoaded: start });
