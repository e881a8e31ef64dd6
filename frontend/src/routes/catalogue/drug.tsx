/** `/drugs/{id}`: the drug of a trade label, to read. */
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { PackageSearch, Pencil } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { DrugPage } from '../../features/drugs/drug-page.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { drugOfLabelQuery } from '../../sync/reads/catalogue.ts';
import { teamsQuery } from '../../sync/reads/shared-reads.ts';

// One file with the page: a chart loads it for its panel.
export { DrugPanel } from '../../features/drugs/drug-page.tsx';

export function Component() {
  const t = useTranslation();
  const { id = '' } = useParams();
  const drug = useQuery(drugOfLabelQuery(id));
  const teams = useQuery(teamsQuery()).data ?? [];
  const title = drug.data?.label ?? t('drug.page.title');
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        windowTitle={title}
        crumbs={[
          { label: t('drug.crumb'), to: paths.drugs.href() },
          { label: title, name: true },
        ]}
        actions={
          <Button asChild size="sm" variant="outline">
            <Link to={paths.drugs.href(id)}>
              <Pencil size={15} aria-hidden />
              {t('drug.page.edit')}
            </Link>
          </Button>
        }
      />
      {drug.error?.status === 404 && !drug.data ? (
        <EmptyState icon={<PackageSearch size={32} aria-hidden />} title={t('drug.gone.title')}>
          {t('drug.gone.body')}
        </EmptyState>
      ) : (
        <QueryBoundary query={drug} skeleton={<SkeletonRows rows={4} height="88px" />}>
          {(found) => (
            <Panel>
              <DrugPage key={id} drug={found} tradeLabel={id} teams={teams} heading="h2" />
            </Panel>
          )}
        </QueryBoundary>
      )}
    </>
  );
}
