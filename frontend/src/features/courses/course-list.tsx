import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Course } from 'command-api/contract/entities';
import { GraduationCap, PlayCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { availableCount } from './lectures.ts';
import { coursesText as text } from './messages.ts';

const listStyle = {
  listStyle: 'none',
  display: 'grid',
  gap: '4',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  '& li': {
    display: 'flex',
    flexDirection: 'column',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    overflow: 'hidden',
  },
  '& .cover': {
    height: '112px',
    display: 'grid',
    placeContent: 'center',
    color: 'teal.50',
    backgroundImage: 'linear-gradient(120deg, {colors.teal.800}, {colors.teal.600})',
  },
  '& li:nth-of-type(even) .cover': {
    backgroundImage: 'linear-gradient(120deg, {colors.amber.800}, {colors.amber.600})',
    color: 'amber.50',
  },
  '& .body': { display: 'flex', flexDirection: 'column', flex: '1', gap: '2', padding: '5' },
};

export function CourseList({ courses }: { courses: readonly Course[] }) {
  if (courses.length === 0)
    return (
      <EmptyState icon={<GraduationCap size={36} aria-hidden />} title={text.none.title}>
        {text.none.body}
      </EmptyState>
    );
  return (
    <Box as="ul" css={listStyle}>
      {courses.map((course) => {
        const available = availableCount(course);
        const all = course.lectures.length;
        return (
          <li key={course._id}>
            <div className="cover">
              <PlayCircle size={44} strokeWidth={1.5} aria-hidden />
            </div>
            <div className="body">
              <Box as="h2" fontSize="lg" fontWeight="bold" lineHeight="1.3">
                <bdi>{course.title}</bdi>
              </Box>
              <Box display="flex" flexWrap="wrap" gap="2" alignItems="center" color="fg.muted" fontSize="sm">
                {text.count(all)}
                {available === all ? null : (
                  <Badge colorPalette="amber">{available === 0 ? text.soon : text.someSoon(available, all)}</Badge>
                )}
              </Box>
              <Box flex="1" />
              <Button asChild alignSelf="flex-start">
                <Link to={paths.course.href(course._id)}>
                  {text.watch}
                  <Box as="span" srOnly>
                    {text.watchOf(course.title)}
                  </Box>
                </Link>
              </Button>
            </div>
          </li>
        );
      })}
    </Box>
  );
}
