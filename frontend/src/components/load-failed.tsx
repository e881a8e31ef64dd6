/**
 * What stands where a part could not be loaded, because the network is down or a new version has been put in place
 * since. It is loaded again by itself (`Part`). A reload is offered and never done unasked: some browsers keep the
 * failure of a file until then, and so does a part that broke.
 */
import { Button } from '@chakra-ui/react/button';
import { useContext, useEffect } from 'react';
import { confirm, withdraw } from './dialogs/confirm.ts';
import { TryAgain } from './async-boundary.tsx';

const text = {
  failed: 'This part could not be loaded.',
  body: 'The network may be down, or there may be a newer version of this page. What you typed is kept.',
  again: 'Try again',
  reload: 'Reload the page',
  later: 'Not now',
};
const reload = (): void => location.reload();

interface Props {
  /** The person has just pressed for it, and may look elsewhere. */
  asks?: boolean;
  /** What could not be loaded, in a sentence. */
  failed?: string;
}

export function LoadFailed({ asks = false, failed = text.failed }: Props) {
  const again = useContext(TryAgain);
  useEffect(() => {
    if (!asks) return undefined;
    const question = { title: failed, body: text.body, yes: text.reload, no: text.later };
    void confirm(question).then((yes) => (yes ? reload() : undefined));
    return () => withdraw(question);
  }, [asks, failed]);
  return (
    <p role="alert">
      {failed}{' '}
      {again ? (
        <>
          <Button size="xs" variant="outline" onClick={again}>
            {text.again}
          </Button>{' '}
        </>
      ) : null}
      <Button size="xs" variant="outline" onClick={reload}>
        {text.reload}
      </Button>
    </p>
  );
}
