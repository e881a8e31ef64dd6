import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Course, Sponsor } from 'language/contract/entities';
import { ExternalLink, GraduationCap, PlayCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { EmptyState } from '../../components/screen-states.tsx';
import { isPlaceholder } from '../../platform/video.ts';
import { availableCount } from './lectures.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { RichMessage } from '../../components/text/rich-message.tsx';

const bannerStyle = {
  borderRadius: 'l3',
  color: 'teal.50',
  paddingInline: { base: '5', md: '9' },
  paddingBlock: { base: '7', md: '10' },
  marginBlockEnd: '5',
  backgroundImage:
    'radial-gradient(circle at 85% 15%, {colors.teal.600}, transparent 55%), ' +
    'linear-gradient(120deg, {colors.teal.950}, {colors.teal.800})',
  '& small': {
    display: 'inline-block',
    bg: 'amber.300',
    color: 'teal.950',
    fontWeight: 'bold',
    fontSize: 'xs',
    borderRadius: 'full',
    paddingInline: '3',
    paddingBlock: '1',
  },
  '& strong': {
    display: 'block',
    fontSize: { base: '2xl', md: '3xl' },
    lineHeight: '1.2',
    letterSpacing: '-0.02em',
    marginBlockStart: '4',
    marginBlockEnd: '2',
    textWrap: 'balance',
  },
  '& p': { maxWidth: '56ch', color: 'teal.100' },
  '& p + p': { marginBlockStart: '4', fontSize: 'sm' },
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '6',
    color: 'amber.300',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
  '& a:focus-visible': { outline: '2px solid {colors.amber.300}', outlineOffset: '2px' },
};

/** @param workshop the external paid workshop, if the installation names one */
export function PromoBanner({ workshop }: { workshop: Sponsor | undefined }) {
  const t = useTranslation();
  return (
    <Box as="section" css={bannerStyle}>
      <small>{t('courses.promo.eyebrow')}</small>
      <strong>{t('courses.promo.title')}</strong>
      <p>{t('courses.promo.body')}</p>
      {workshop ? (
        <p>
          {workshop.link === '' || isPlaceholder(workshop.link) ? (
            <RichMessage id="courses.promo.workshopSoon" elements={{ workshop: <bdi>{workshop.name}</bdi> }} />
          ) : (
            <RichMessage
              id="courses.promo.workshop"
              elements={{
                workshop: (
                  <a href={workshop.link} target="_blank" rel="noopener noreferrer">
                    <bdi>{workshop.name}</bdi>
                    <ExternalLink size={14} aria-hidden />
                  </a>
                ),
              }}
            />
          )}
        </p>
      ) : null}
    </Box>
  );
}

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
  const t = useTranslation();
  if (courses.length === 0)
    return (
      <EmptyState icon={<GraduationCap size={36} aria-hidden />} title={t('courses.none.title')}>
        {t('courses.none.body')}
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
                {t('courses.count', { lectures: all })}
                {available === all ? null : (
                  <Badge colorPalette="amber">
                    {available === 0 ? t('courses.soon') : t('courses.someSoon', { ready: available, all })}
                  </Badge>
                )}
              </Box>
              <Box flex="1" />
              <Button asChild alignSelf="flex-start">
                <Link to={paths.course.href(course._id)}>
                  {t('courses.watch')}
                  <Box as="span" srOnly>
                    {t('courses.watchOf', { title: course.title })}
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

/** Names only: the pages load no pictures from other servers. */
export function Sponsors({ sponsors }: { sponsors: readonly Sponsor[] }) {
  const t = useTranslation();
  if (sponsors.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="sponsors-title">
      <Box as="h2" id="sponsors-title" fontSize="xs" fontWeight="semibold" color="fg.muted">
        {t('courses.sponsors')}
      </Box>
      <Box
        as="ul"
        listStyle="none"
        display="flex"
        flexWrap="wrap"
        columnGap="5"
        rowGap="1"
        fontWeight="semibold"
        css={{ '& a': { color: 'brand.fg', textDecoration: 'underline' } }}
      >
        {sponsors.map(({ _id, name, link }) => (
          <li key={_id}>
            {link === '' ? (
              <bdi>{name}</bdi>
            ) : (
              <a href={link} target="_blank" rel="noopener noreferrer">
                <bdi>{name}</bdi>
              </a>
            )}
          </li>
        ))}
      </Box>
    </Box>
  );
}
