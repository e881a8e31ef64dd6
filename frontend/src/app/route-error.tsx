/** The error in place of a screen that could not be shown. The shell around it stays. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useCallback, useEffect, useRef } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { backoffMs } from '../platform/http/retry.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { NotFound } from '../components/not-found.tsx';
import { useWindowTitle } from '../components/layout/window-title.ts';
import { appText } from './messages.ts';

const FIRST_MS = 2_000;

/** The network is down, or a new version replaced the files while this tab was open. A reload brings the new ones. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload/i.test(error.message);

export function RouteError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failed error={error} />;
}

/** Offers a reload and never reloads by itself: the person may have unsaved text in the page. */
function Failed({ error }: { error: unknown }) {
  const isMissing = isMissingChunk(error);
  const text = isMissing ? appText.newVersion : appText.unexpected;
  useWindowTitle(text.title);
  const again = useLoadAgain(isMissing ? error : undefined);
  return (
    <EmptyState
      title={text.title}
      level={1}
      action={
        <Box display="inline-flex" flexWrap="wrap" justifyContent="center" gap="2">
          {isMissing ? <Button onClick={again}>{appText.newVersion.again}</Button> : null}
          <Button {...(isMissing ? { variant: 'outline' } : {})} onClick={() => location.reload()}>
            {text.action}
          </Button>
        </Box>
      }
    >
      {text.body}
    </EmptyState>
  );
}

/**
 * Loads the screen again with backoff, by a navigation to the current address: the router's `revalidate` may settle
 * within one render, and its boundary then keeps the error. Each failed attempt is a new error.
 * @returns tries again at once
 */
function useLoadAgain(error: unknown): () => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const failures = useRef(0);
  const again = useCallback(
    () => void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true }),
    [navigate, pathname, search, hash],
  );
  useEffect(() => {
    if (error === undefined) return undefined;
    const timer = setTimeout(again, backoffMs(failures.current, FIRST_MS));
    failures.current += 1;
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [error, again]);
  return again;
}
