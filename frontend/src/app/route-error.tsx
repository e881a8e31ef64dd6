/** What stands in a screen's place when it could not be shown; the frame around it stays. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useCallback, useEffect, useRef } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { backoffMs } from '../platform/http/backoff.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { NotFound } from '../components/not-found.tsx';
import { useWindowTitle } from '../components/layout/window-title.ts';
import { appText } from './messages.ts';

const FIRST_MS = 2_000;

/**
 * A new version was put in place while this tab was open, and its old files are gone; or the line is down. Reloading
 * brings the new ones.
 */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload/i.test(error.message);

export function RouteError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failed error={error} />;
}

/** A reload is offered and never done unasked: a person who still has something unsaved in the page decides when. */
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
 * Loads the screen again by going to where one is: the router's `revalidate` may settle within one drawing, and its
 * boundary then keeps the error. Each failed attempt is another error. @returns what tries again at once
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
