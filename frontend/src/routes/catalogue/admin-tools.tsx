/** `/adminTools`: for the admin account. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { Activity, Cable, FileUp, Lightbulb, Pill, ShieldCheck, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { AdminOnly } from '../../features/admin-tools/admin-screen.tsx';
import { errorTypeCalls, tagCalls } from '../../features/admin-tools/api.ts';
import { AtcFile } from '../../features/admin-tools/atc-file.tsx';
import { PcneMapping } from '../../features/admin-tools/pcne-mapping.tsx';
import { LabelList } from '../../features/admin-tools/label-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { Tools } from '../../features/admin-tools/tools.tsx';
import { errorTypesQuery, tagsQuery } from '../../sync/reads/catalogue.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';

const ErasureList = lazyComponent(() => import('../../features/erasure/erasure-list.tsx'));

export const Component = () => (
  <AdminOnly>
    <AdminTools />
  </AdminOnly>
);

function AdminTools() {
  const t = useTranslation();
  const types = useQuery(errorTypesQuery());
  const tags = useQuery(tagsQuery());
  return (
    <>
      <PageHeader
        title={t('admin.title')}
        lead={t('admin.lead')}
        crumbs={[{ label: t('admin.title') }]}
        actions={
          <>
            <Button asChild variant="outline">
              <Link to={paths.accounts.href()}>
                <Users aria-hidden />
                {t('accounts.title')}
              </Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.statements.href()}>
                <Lightbulb aria-hidden />
                {t('statements.title')}
              </Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.importCatalogue.href()}>
                <FileUp aria-hidden />
                {t('import.catalogue')}
              </Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.securityLog.href()}>
                <ShieldCheck aria-hidden />
                {t('securityLog.title')}
              </Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.feeds.href()}>
                <Cable aria-hidden />
                {t('feeds.title')}
              </Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.operations.href()}>
                <Activity aria-hidden />
                {t('operations.title')}
              </Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.drugUseEverywhere.href()}>
                <Pill aria-hidden />
                {t('drugUse.everywhere')}
              </Link>
            </Button>
          </>
        }
      />
      <Box display="grid" gap="4">
        <Panel as="section" aria-label={t('admin.tools')}>
          <Tools />
        </Panel>
        <AsyncBoundary>
          <ErasureList />
        </AsyncBoundary>
        <Panel as="section" aria-label={t('admin.pcne.title')}>
          <PcneMapping />
        </Panel>
        <Panel as="section" aria-label={t('admin.atc.title')}>
          <AtcFile />
        </Panel>
        <Box display="grid" gap="4" alignItems="start" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <Panel>
            <LabelList
              title={t('admin.errorTypes')}
              hint={t('admin.errorTypesHint')}
              addLabel={t('admin.newErrorType')}
              query={types}
              queryKey={queryKeys.errorTypes}
              calls={errorTypeCalls}
            />
          </Panel>
          <Panel>
            <LabelList
              title={t('admin.tags')}
              hint={t('admin.tagsHint')}
              addLabel={t('admin.newTag')}
              query={tags}
              queryKey={queryKeys.tags}
              calls={tagCalls}
            />
          </Panel>
        </Box>
      </Box>
    </>
  );
}
