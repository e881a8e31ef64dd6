/** `/clinical-pharmacy-courses`: the free courses. Public. */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { coursesQuery, sponsorsQuery, WORKSHOP_SPONSOR_ID } from '../../features/courses/api.ts';
import { CourseList, PromoBanner, Sponsors } from '../../features/courses/course-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';

export function Component() {
  const t = useTranslation();
  const courses = useQuery(coursesQuery());
  const sponsors = useQuery(sponsorsQuery());
  return (
    <>
      <PromoBanner workshop={sponsors.data?.find(({ _id }) => _id === WORKSHOP_SPONSOR_ID)} />
      <PageHeader title={t('courses.title')} />
      <QueryBoundary query={courses} skeleton={<SkeletonRows rows={2} height="240px" />}>
        {(found) => <CourseList courses={found} />}
      </QueryBoundary>
      {/* The sponsors are left out where their read fails. */}
      <Box marginBlockStart="6">
        <Sponsors sponsors={(sponsors.data ?? []).filter(({ _id }) => _id !== WORKSHOP_SPONSOR_ID)} />
      </Box>
    </>
  );
}
