import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, LayoutGrid } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { shortPlace } from '../../clinical/care-details.ts';
import { touch } from '../../components/theme/system.ts';
import { shortcuts, shortcutText, useShortcut } from '../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { useToday } from '../../platform/time/dates.ts';
import { boardQuery } from './api.ts';
import type { Step } from './walk.ts';

const style = {
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  fontSize: 'xs',
  color: 'fg.muted',
  '& a': { height: '7', minWidth: '7', [touch]: { height: '11', minWidth: '11' } },
  '& > *': { flexShrink: 0 },
  '& > .toNext': { flexShrink: 1, minWidth: 0 },
  '& .next': { minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& svg': { flexShrink: 0, _rtl: { rotate: '180deg' } },
};

/** On a chart of the ward board's list: its place in the list, and the way to its neighbours. */
export default function WalkStrip({ team, number, count, before, next }: Step) {
  const t = useTranslation();
  const navigate = useNavigate();
  // Only what the board has read already.
  const board = useQuery({ ...boardQuery(team, useToday()), enabled: false });
  const patient = board.data?.patients.find((one) => one.admission === next);
  const toBefore = before && paths.admission.href(before);
  const toNext = next === undefined ? paths.ward.href(team) : paths.admission.href(next);
  useShortcut(shortcuts.walkNext, () => void navigate(toNext), true);
  useShortcut(shortcuts.walkBack, () => toBefore && void navigate(toBefore), toBefore !== undefined);
  return (
    <Box as="nav" aria-label={t('walk.title')} data-print="hide" css={style}>
      <Button asChild size="2xs" variant="ghost">
        <Link to={paths.ward.href(team)} aria-label={t('walk.board')} title={t('walk.board')}>
          <LayoutGrid size={14} aria-hidden />
        </Link>
      </Button>
      <span className="tabular">{t('walk.place', { number, count })}</span>
      {toBefore === undefined ? null : (
        <Button asChild size="2xs" variant="ghost">
          <Link
            to={toBefore}
            aria-keyshortcuts="Alt+K"
            aria-label={t('walk.back')}
            title={`${t('walk.back')} (${shortcutText(shortcuts.walkBack)})`}
          >
            <ChevronLeft size={14} aria-hidden />
          </Link>
        </Button>
      )}
      <Button asChild size="2xs" variant="outline" className="toNext">
        <Link to={toNext} aria-keyshortcuts="Alt+J">
          <span className="next">
            {next === undefined ? (
              t('walk.end')
            ) : (
              <>
                {t('walk.next')}
                {patient === undefined ? null : (
                  <>
                    {' '}
                    <bdi dir="ltr">{shortPlace(patient)}</bdi> <bdi dir="auto">{patientFullName(patient)}</bdi>
                  </>
                )}
              </>
            )}
          </span>
          <kbd className="key-hint" aria-hidden>
            {shortcutText(shortcuts.walkNext)}
          </kbd>
          <ChevronRight size={14} aria-hidden />
        </Link>
      </Button>
    </Box>
  );
}
