/** `/adminTools`: for the admin account. Other people are redirected to their home page. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { errorTypeCalls, tagCalls } from '../../features/admin-tools/api.ts';
import { LabelList } from '../../features/admin-tools/label-list.tsx';
import { adminText as text } from '../../features/admin-tools/messages.ts';
import { Tools } from '../../features/admin-tools/tools.tsx';
import { policy } from '../../clinical/policy.ts';
import { errorTypesQuery, tagsQuery } from '../../sync/reads/catalogue.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { meQuery } from '../../sync/reads/shared-reads.ts';
import { PageHeader, Panel } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';

export { signedInOnly as loader } from '../../app/route-guards.ts';

export function Component() {
  const me = useQuery(meQuery());
  return (
    <QueryBoundary query={me}>
      {(person) => (policy.runAdminTools(person) ? <AdminTools /> : <Navigate to={paths.home.href()} replace />)}
    </QueryBoundary>
  );
}

function AdminTools() {
  const types = useQuery(errorTypesQuery());
  const tags = useQuery(tagsQuery());
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} crumbs={[{ label: text.title }]} />
      <Box display="grid" gap="4">
        <Panel as="section" aria-label={text.tools}>
          <Tools />
        </Panel>
        <Box display="grid" gap="4" alignItems="start" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <Panel>
            <LabelList
              title={text.errorTypes}
              hint={text.errorTypesHint}
              addLabel={text.newErrorType}
              query={types}
              queryKey={queryKeys.errorTypes}
              calls={errorTypeCalls}
            />
          </Panel>
          <Panel>
            <LabelList
              title={text.tags}
              hint={text.tagsHint}
              addLabel={text.newTag}
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
