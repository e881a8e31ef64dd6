/** `/asked`: the errors that are asked of the physician, in all their teams. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { PageHeader } from '../../components/page.tsx';
import { AskedList } from '../../features/asked/asked-list.tsx';
import { askedQuery } from '../../features/asked/api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { useWatch } from '../../sync/live/live-connection.ts';

export function Component() {
  const t = useTranslation();
  const user = useSessionUser();
  const page = useInfiniteQuery(askedQuery()).data?.pages.at(-1);
  useWatch(...(page?.teams ?? []).map(({ _id }) => ({ team: _id })));
  const title = t('asked.title');
  const total = page?.total ?? 0;
  return (
    <>
      <PageHeader
        title={title}
        windowTitle={total > 0 ? t('asked.counter', { count: total, title }) : title}
        crumbs={[{ label: title }]}
      />
      {user ? <AskedList user={user._id} /> : null}
    </>
  );
}
