/** What stands where a part could not be loaded: a new version has been put in place since, or the line is down. A reload is offered and never done unasked. */
import { Button } from '@chakra-ui/react/button';
import { useEffect } from 'react';
import { confirm } from './confirm.ts';

const text = { failed: 'This part could not be loaded.', body: 'There may be a newer version of this page. What you typed is kept.', reload: 'Reload the page', later: 'Not now' };
const reload = (): void => location.reload();

/** `asks`: somebody has just pressed for it, and may look elsewhere. */
export function PartFailed({ asks = false }: { asks?: boolean }) {
  useEffect(() => {
    if (asks) void confirm({ title: text.failed, body: text.body, yes: text.reload, no: text.later }).then((yes) => (yes ? reload() : undefined));
  }, [asks]);
  return <p role="alert">{text.failed} <Button size="xs" variant="outline" onClick={reload}>{text.reload}</Button></p>;
}
