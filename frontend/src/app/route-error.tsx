/** What a screen shows when it could not be shown. */
import { Button } from '@chakra-ui/react/button';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { EmptyState } from '../ui/empty-state.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { appText } from './messages.ts';

const LATCH = 'reloaded-for-new-version';

/** A new version was put in place while this tab was open: its old chunks are gone. Reloading once brings the new ones. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(error.message);

function reloadOnce(message: string): boolean {
  try {
    if (sessionStorage.getItem(LATCH) === message) return false;
    sessionStorage.setItem(LATCH, message);
  } catch {
    return false;
  }
  location.reload();
  return true;
}

export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (isMissingChunk(error) && error instanceof Error && reloadOnce(error.message)) return null;
  const text = isMissingChunk(error) ? appText.newVersion : appText.unexpected;
  return (
    <EmptyState title={text.title} level={1} action={<Button onClick={() => location.reload()}>{text.action}</Button>}>
      {text.body}
    </EmptyState>
  );
}
