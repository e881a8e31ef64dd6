/** `/clinical-pharmacy-courses/{id}`: the lectures of a course. `lecture` is the open one. */
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { courseQuery } from '../../features/courses/api.ts';
import { CoursePlayer } from '../../features/courses/course-player.tsx';
import { lectureIndex } from '../../features/courses/lectures.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';

export function Component() {
  const t = useTranslation();
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const course = useQuery(courseQuery(id));
  return (
    <QueryBoundary query={course} skeleton={<SkeletonRows rows={1} height="420px" />}>
      {(found) => (
        <>
          <PageHeader
            title={<bdi>{found.title}</bdi>}
            windowTitle={found.title}
            crumbs={[
              { label: t('courses.crumb'), to: paths.courses.href() },
              { label: found.title, name: true },
            ]}
          />
          <CoursePlayer course={found} index={lectureIndex(found, params.get('lecture'))} />
        </>
      )}
    </QueryBoundary>
  );
}
