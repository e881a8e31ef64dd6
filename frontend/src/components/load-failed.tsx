/**
 * The notice in place of a component whose file could not be loaded: the network is down, or a new version has replaced
 * the file. `AsyncBoundary` loads it again. The notice offers a reload and never reloads by itself. Some browsers keep
 * the failure of a file until a reload, and a component that threw stays broken until then.
 */
import { Button } from '@chakra-ui/react/button';
import { useContext, useEffect } from 'react';
import { confirm, withdraw } from './dialogs/confirm.tsx';
import { TryAgain } from './lazy-component.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';

const reload = (): void => location.reload();

interface Props {
  /** Asks about the reload in a dialog: the person has just pressed for the component and may look elsewhere. */
  asks?: boolean;
  /** A sentence that names what could not be loaded. */
  failed?: string;
}

export function LoadFailed({ asks = false, failed: named }: Props) {
  const t = useTranslation();
  const failed = named ?? t('loadFailed.failed');
  const again = useContext(TryAgain);
  useEffect(() => {
    if (!asks) return undefined;
    const question = {
      title: failed,
      body: t('loadFailed.body'),
      yes: t('loadFailed.reload'),
      no: t('loadFailed.later'),
    };
    void confirm(question).then((yes) => (yes ? reload() : undefined));
    return () => withdraw(question);
  }, [asks, failed, t]);
  return (
    <p role="alert">
      {failed}{' '}
      {again ? (
        <>
          <Button size="xs" variant="outline" onClick={again}>
            {t('loadFailed.again')}
          </Button>{' '}
        </>
      ) : null}
      <Button size="xs" variant="outline" onClick={reload}>
        {t('loadFailed.reload')}
      </Button>
    </p>
  );
}
