/** What stands in a screen's place when it could not be shown; the frame around it stays. */
import { Button } from '@chakra-ui/react/button';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { EmptyState } from '../ui/empty-state.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { useWindowTitle } from '../ui/window-title.ts';
import { appText } from './messages.ts';

/** A new version was put in place while this tab was open, and its old files are gone; or the line is down. Reloading brings the new ones. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|Importing a module script failed|Unable to preload/i.test(error.message);

export function RouteError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failed error={error} />;
}

/** A reload is offered and never done unasked: whoever still has something unsaved in the page decides when. */
function Failed({ error }: { error: unknown }) {
  const text = isMissingChunk(error) ? appText.newVersion : appText.unexpected;
  useWindowTitle(text.title);
  return (
    <EmptyState title={text.title} level={1} action={<Button onClick={() => location.reload()}>{text.action}</Button>}>
      {text.body}
    </EmptyState>
  );
}
