/** `/drugs`: adds a drug; with `tradeId` updates the drug of that trade label. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { PackageSearch, Plus } from 'lucide-react';
import { Fragment } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { DrugFinder } from '../../features/drugs/drug-search.tsx';
import { DrugForm } from '../../features/drugs/drug-form.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { drugOfLabelQuery, errorTypesQuery, tagsQuery } from '../../sync/reads/catalogue.ts';
import { useSettledReads } from '../../sync/cache/use-settled-reads.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { PageHeader } from '../../components/page.tsx';
import { HistoryPanel } from '../../features/change-history/history-panel.tsx';

const skeleton = <SkeletonRows rows={4} height="88px" />;

export function Component() {
  const t = useTranslation();
  const user = useSessionUser();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const tradeId = params.get('tradeId') ?? '';
  const drug = useQuery({ ...drugOfLabelQuery(tradeId), enabled: tradeId !== '' });
  /** The names of the tags and error types are read. */
  const hasNames = useSettledReads(useQuery(tagsQuery()), useQuery(errorTypesQuery()));
  const open = (tradeLabel?: string) => void navigate(paths.drugs.href(tradeLabel));
  const isGone = tradeId !== '' && drug.error?.status === 404 && !drug.data;
  const title =
    tradeId === '' ? t('drug.title.add') : drug.data ? t('drug.title.edit') : isGone ? t('drug.gone.title') : '…';
  if (!user) return null;

  return (
    <>
      <PageHeader
        title={title}
        windowTitle={title}
        lead={t('drug.lead')}
        crumbs={[{ label: t('drug.crumb') }]}
        actions={
          tradeId === '' ? undefined : (
            <>
              <Button asChild size="sm" variant="outline">
                <Link to={paths.drug.href(tradeId)}>{t('drug.page.title')}</Link>
              </Button>
              <Button size="sm" variant="outline" onClick={() => open()}>
                <Plus size={15} aria-hidden />
                {t('drug.addAnother')}
              </Button>
            </>
          )
        }
      />
      <Box marginBlockEnd="4">
        <DrugFinder onFind={open} />
      </Box>
      {tradeId === '' ? (
        <DrugForm
          key="new"
          drug={undefined}
          user={user._id}
          onAdded={(added) => open(added.tradeLabels[0]?._id)}
          onOpen={open}
        />
      ) : isGone ? (
        <EmptyState icon={<PackageSearch size={32} aria-hidden />} title={t('drug.gone.body')} />
      ) : (
        <QueryBoundary query={drug} skeleton={skeleton}>
          {(found) =>
            hasNames ? (
              <Fragment key={found._id}>
                <DrugForm drug={found} user={user._id} onAdded={() => undefined} onOpen={open} />
                <Box marginBlockStart="3" minHeight="8">
                  <HistoryPanel kind="drugs" id={found._id} name={found.label} />
                </Box>
              </Fragment>
            ) : (
              skeleton
            )
          }
        </QueryBoundary>
      )}
    </>
  );
}
