/** `/about`: what the product is, and what it is not. Public. */
import { Box } from '@chakra-ui/react/box';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { MessageId } from '../../platform/language/language.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { PageHeader, Panel } from '../../components/page.tsx';

const parts: readonly { title: MessageId; points: readonly MessageId[]; isWarning?: true }[] = [
  {
    title: 'about.purpose.title',
    points: ['about.purpose.reviews', 'about.purpose.together', 'about.purpose.reports'],
  },
  {
    title: 'about.promise.title',
    points: ['about.promise.saved', 'about.promise.history', 'about.promise.team'],
  },
  {
    title: 'about.warning.title',
    points: ['about.warning.catalogue', 'about.warning.severities', 'about.warning.judgement'],
    isWarning: true,
  },
];
const points = { listStyle: 'disc', paddingInlineStart: '5', display: 'grid', gap: '2', maxWidth: '72ch' };
const links = {
  listStyle: 'none',
  display: 'grid',
  gap: '1',
  '& a': { color: 'brand.fg', textDecoration: 'underline', display: 'inline-block', paddingBlock: '1' },
};

export function Component() {
  const t = useTranslation();
  const user = useSessionUser();
  return (
    <Box maxWidth="860px" marginInline="auto">
      <PageHeader title={t('about.title')} lead={t('about.lead')} />
      <Box display="grid" gap="4">
        {parts.map((part) => (
          <Panel
            key={t(part.title)}
            as="section"
            {...(part.isWarning
              ? {
                  bg: 'amber.subtle',
                  borderColor: 'amber.border',
                  borderInlineStartWidth: '4px',
                  borderInlineStartColor: 'amber.solid',
                }
              : {})}
          >
            <Box as="h2" fontSize="md" fontWeight="semibold" marginBlockEnd="2">
              {t(part.title)}
            </Box>
            <Box as="ul" css={points}>
              {part.points.map((point) => (
                <li key={point}>{t(point)}</li>
              ))}
            </Box>
          </Panel>
        ))}
        <Panel as="section">
          <Box as="h2" fontSize="md" fontWeight="semibold" marginBlockEnd="1">
            {t('about.more')}
          </Box>
          <Box as="ul" css={links}>
            <li>
              <Link to={paths.courses.href()}>{t('about.links.courses')}</Link>
            </li>
            <li>
              <Link to={paths.test.href()}>{t('about.links.test')}</Link>
            </li>
            {user ? (
              <li>
                <Link to={paths.drugs.href()}>{t('about.links.drugs')}</Link>
              </li>
            ) : null}
            <li>
              <a href="/api/docs">{t('about.links.api')}</a>
            </li>
          </Box>
        </Panel>
      </Box>
    </Box>
  );
}
