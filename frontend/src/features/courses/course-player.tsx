import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Course } from 'language/contract/entities';
import { CalendarClock, ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { EmptyState } from '../../components/screen-states.tsx';
import { VideoPlayer } from '../../components/video-player.tsx';
import { lecturePlayback, availableCount, type Lecture } from './lectures.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const listStyle = {
  listStyle: 'none',
  counterReset: 'lecture',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  overflow: 'hidden',
  '& li + li': { borderBlockStartWidth: '1px', borderColor: 'border.muted' },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: '52px',
    paddingInline: '4',
    paddingBlock: '2',
    counterIncrement: 'lecture',
    _hover: { bg: 'brand.subtle' },
  },
  '& a::before': {
    content: 'counter(lecture)',
    flexShrink: 0,
    display: 'grid',
    placeContent: 'center',
    width: '28px',
    height: '28px',
    borderRadius: 'full',
    bg: 'bg.muted',
    fontSize: 'xs',
    fontWeight: 'bold',
    fontVariantNumeric: 'tabular-nums',
  },
  '& a[aria-current=true]': {
    bg: 'brand.subtle',
    fontWeight: 'semibold',
    boxShadow: 'inset 3px 0 0 {colors.brand.solid}',
  },
  '& a[aria-current=true]::before': { bg: 'brand.solid', color: 'brand.contrast' },
  '& small': { marginInlineStart: 'auto', color: 'fg.muted', whiteSpace: 'nowrap', fontWeight: 'normal' },
};

/** One lecture of a course, with links to the others. The address names the lecture. */
export function CoursePlayer({ course, index }: { course: Course; index: number }) {
  const t = useTranslation();
  const { lectures } = course;
  const lecture = lectures[index];
  // If no lecture is available, only the player says so.
  const isSomeAvailable = availableCount(course) > 0;
  if (!lecture) return <EmptyState title={t('courses.none.title')}>{t('courses.none.body')}</EmptyState>;
  return (
    <Box display="grid" gap="5" gridTemplateColumns={{ base: '1fr', lg: '1fr 320px' }} alignItems="start">
      <Box minWidth="0">
        <LectureStage key={lecture._id} lecture={lecture} />
        <Box
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap="3"
          marginBlockStart="3"
        >
          <Box minWidth="0">
            <Box fontSize="xs" color="fg.muted">
              {t('courses.lectureOf', { number: index + 1, all: lectures.length })}
            </Box>
            <Box as="h2" fontSize="lg" fontWeight="bold">
              <bdi>{lecture.title}</bdi>
            </Box>
          </Box>
          <Box display="flex" flexWrap="wrap" gap="2">
            <StepLink course={course} to={lectures[index - 1]} label={t('courses.previous')} isBack />
            <StepLink course={course} to={lectures[index + 1]} label={t('courses.next')} />
          </Box>
        </Box>
        {index === lectures.length - 1 ? (
          <Box fontSize="sm" color="fg.muted" marginBlockStart="2">
            {t('courses.last')}
          </Box>
        ) : null}
      </Box>
      <Box as="nav" aria-label={t('courses.lectures')}>
        <Box as="ol" css={listStyle}>
          {lectures.map((one, at) => (
            <li key={one._id}>
              <Link to={paths.course.href(course._id, one._id)} aria-current={at === index} preventScrollReset>
                <bdi>{one.title}</bdi>
                {isSomeAvailable && lecturePlayback(one).state === 'notYet' ? <small>{t('courses.soon')}</small> : null}
              </Link>
            </li>
          ))}
        </Box>
      </Box>
    </Box>
  );
}

function StepLink({
  course,
  to,
  label,
  isBack = false,
}: {
  course: Course;
  to: Lecture | undefined;
  label: string;
  isBack?: boolean;
}) {
  if (!to) return null;
  return (
    <Button asChild size="sm" {...(isBack ? { variant: 'outline' } : {})}>
      <Link to={paths.course.href(course._id, to._id)} preventScrollReset>
        {isBack ? <ChevronLeft size={16} aria-hidden /> : null}
        {label}
        {isBack ? null : <ChevronRight size={16} aria-hidden />}
      </Link>
    </Button>
  );
}

function LectureStage({ lecture }: { lecture: Lecture }) {
  const t = useTranslation();
  const playback = lecturePlayback(lecture);
  switch (playback.state) {
    case 'video':
      return <VideoPlayer video={playback.video} title={lecture.title} />;
    case 'notYet':
      return (
        <StagePlaceholder>
          <EmptyState icon={<CalendarClock size={36} aria-hidden />} title={t('courses.notYet.title')}>
            {t('courses.notYet.body')}
          </EmptyState>
        </StagePlaceholder>
      );
    case 'elsewhere':
      return (
        <StagePlaceholder>
          <EmptyState
            icon={<ExternalLink size={36} aria-hidden />}
            title={t('courses.elsewhere.title')}
            action={
              <Button asChild>
                <a href={playback.address} target="_blank" rel="noopener noreferrer">
                  {t('courses.elsewhere.action')}
                </a>
              </Button>
            }
          >
            {t('courses.elsewhere.body')}
          </EmptyState>
        </StagePlaceholder>
      );
  }
}
/** As large as the player, so that nothing moves between lectures. */
const StagePlaceholder = ({ children }: { children: ReactNode }) => (
  <Box
    aspectRatio={{ base: 'auto', sm: '16 / 9' }}
    display="grid"
    placeContent="center"
    bg="bg.muted"
    borderRadius="l3"
    borderWidth="1px"
  >
    {children}
  </Box>
);
