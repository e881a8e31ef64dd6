import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { ChartNewsItem } from 'language/contract/news';
import { CheckCheck, History } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '../../platform/time/instants.ts';
import { aboveFormFoot } from '../../components/forms/form-foot.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { groupByKind, type UnseenChanges } from './unseen-changes.ts';

const stripStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '2',
  minHeight: '40px',
  marginBlockEnd: '3',
  paddingInline: '3',
  paddingBlock: '1',
  fontSize: 'sm',
  bg: 'amber.subtle',
  color: 'amber.fg',
  borderWidth: '1px',
  borderColor: 'amber.border',
  borderRadius: 'l2',
  '& ul': { display: 'contents', listStyle: 'none' },
  '& li': { display: 'inline-flex', alignItems: 'center', minHeight: '32px' },
};
const footStyle = { position: 'sticky', ...aboveFormFoot('0.75rem'), zIndex: 'docked', boxShadow: 'md' };

/**
 * "Changed since you last looked": what changed, with buttons that lead there. The strip is shown from the start of a
 * visit or not at all (`hadNews`). It keeps its place when everything is seen, so that nothing below it moves. Later
 * changes are announced at the foot.
 */
export function UnseenChangesStrip({
  unseen: { items, since, markAllSeen },
  onShow,
  isAtFoot = false,
}: {
  unseen: UnseenChanges;
  onShow: (item: ChartNewsItem) => void;
  isAtFoot?: boolean;
}) {
  const t = useTranslation();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed || !items) return null;
  const dismiss = () => {
    markAllSeen();
    setIsDismissed(true);
  };
  return (
    <Box
      as="section"
      aria-label={t('unseenChanges.label')}
      css={isAtFoot ? { ...stripStyle, ...footStyle } : stripStyle}
      data-changed-strip
      data-print="hide"
    >
      <History size={15} aria-hidden />
      {items.length === 0 ? (
        <span>{t('unseenChanges.allSeen')}</span>
      ) : (
        <>
          <span>
            <ClinicalText>{t('unseenChanges.since', { when: formatTime(since ?? '') })}</ClinicalText>
          </span>
          <ul>
            {groupByKind(items).map(
              ({ kind, isRemoved, items: [first, ...more] }) =>
                first && (
                  <li key={`${kind} ${isRemoved}`}>
                    {isRemoved ? (
                      <span>
                        {t('unseenChanges.removed', {
                          what: t(`unseenChanges.kinds.${kind}`, { count: 1 + more.length }),
                        })}
                      </span>
                    ) : (
                      <Button
                        size="xs"
                        variant="plain"
                        color="inherit"
                        textDecoration="underline"
                        paddingInline="1"
                        minHeight="32px"
                        title={t('unseenChanges.by', { name: first.userName, when: formatTime(first.at) })}
                        onClick={() => onShow(first)}
                      >
                        {t(`unseenChanges.kinds.${kind}`, { count: 1 + more.length })}
                      </Button>
                    )}
                  </li>
                ),
            )}
          </ul>
        </>
      )}
      <Button size="xs" variant="plain" color="inherit" marginInlineStart="auto" minHeight="32px" onClick={dismiss}>
        <CheckCheck size={15} aria-hidden />
        {items.length === 0 ? t('unseenChanges.close') : t('unseenChanges.seeAll')}
      </Button>
    </Box>
  );
}
