import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ComparedText, markStyle, type ComparedValue } from '../components/text/compared-value.tsx';
import { formatTime } from '../platform/time/instants.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { RichMessage } from '../components/text/rich-message.tsx';

interface Difference {
  field: string;
  /** The value before either change. Absent when it is not known. */
  was?: ComparedValue;
  yours: ComparedValue;
  theirs: ComparedValue;
}
export interface ConflictProps {
  by: string;
  /** Instant, ISO 8601. */
  at: string | undefined;
  differences: readonly Difference[];
  /** The person typed after the save: the focus stays in the form. */
  hasTypedSince?: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onGoOn: () => void;
}

const tableStyle = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 'sm',
  marginBlock: '2',
  '& th': {
    textAlign: 'start',
    fontSize: 'xs',
    color: 'fg.muted',
    fontWeight: 'semibold',
    paddingInlineEnd: '3',
    paddingBlock: '1',
    verticalAlign: 'top',
  },
  '& td': { verticalAlign: 'top', paddingInlineEnd: '3', paddingBlock: '1', overflowWrap: 'anywhere' },
  '& tbody tr': { borderTopWidth: '1px', borderColor: 'amber.border' },
  '& .was': { color: 'fg.muted' },
  ...markStyle,
  // On a phone each field is a block of its own, its three states below each other.
  '@media (max-width: 40rem)': {
    '& thead': { display: 'none' },
    '& tr, & td, & tbody th': { display: 'block' },
    '& td::before': { content: 'attr(data-label) ": "', color: 'fg.muted', fontSize: 'xs', fontWeight: 'normal' },
    '& td > .rich-text': { display: 'inline-block' },
  },
};

/** The focus goes to the comparison that a save brought, and back into the form when the conflict is settled. */
function useFocus(staysInForm: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const hasLeft = useRef(staysInForm);
  useEffect(() => {
    const form = box.current?.closest('form');
    const before = document.activeElement;
    if (!hasLeft.current) box.current?.focus();
    return () => {
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const back =
          before instanceof HTMLElement && before.isConnected && form?.contains(before)
            ? before
            : form?.querySelector<HTMLElement>('[role=textbox], input:not([type=hidden]), textarea');
        back?.focus();
      }, 0);
    };
  }, []);
  return box;
}

/** Another person changed the same fields: was, yours and theirs side by side, in place and never in a dialog. */
export default function ConflictTable({
  by,
  at,
  differences,
  hasTypedSince = false,
  onKeepMine,
  onTakeTheirs,
  onGoOn,
  isMine,
}: ConflictProps & {
  /** This person's own change, made in another window. */
  isMine: boolean;
}) {
  const t = useTranslation();
  const box = useFocus(hasTypedSince);
  const hasWas = differences.some(({ was }) => was !== undefined);
  const theirs = isMine ? t('conflict.other') : t('conflict.theirs');
  return (
    <Box
      ref={box}
      role="alert"
      tabIndex={-1}
      bg="amber.subtle"
      borderWidth="1px"
      borderColor="amber.solid"
      borderRadius="l2"
      padding="3"
      marginBlockEnd="3"
    >
      <Box
        display="flex"
        gap="2"
        fontWeight="semibold"
        css={{ '& svg': { flexShrink: 0, color: 'amber.fg', marginBlockStart: '3px' } }}
      >
        <TriangleAlert size={16} aria-hidden />
        <span>
          <RichMessage
            id={
              isMine
                ? at
                  ? 'conflict.changedByMeAt'
                  : 'conflict.changedByMe'
                : at
                  ? 'conflict.changedAt'
                  : 'conflict.changed'
            }
            values={{ at: at ? formatTime(at) : '' }}
            elements={{ who: <bdi>{by || t('people.unknown')}</bdi> }}
          />
        </span>
      </Box>
      <Box as="table" css={tableStyle}>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            {hasWas ? <th scope="col">{t('conflict.was')}</th> : null}
            <th scope="col">{t('conflict.yours')}</th>
            <th scope="col">
              {theirs} {t('conflict.saved')}
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, was, yours, theirs: saved }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              {hasWas ? (
                <td className="was" data-label={t('conflict.was')}>
                  {was ? <ComparedText value={was} /> : null}
                </td>
              ) : null}
              <td className="yours" data-label={t('conflict.yours')}>
                <ComparedText value={yours} other={saved} />
              </td>
              <td data-label={theirs}>
                <ComparedText value={saved} other={yours} />
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
      <Box display="flex" flexWrap="wrap" gap="2">
        <Button size="sm" onClick={onKeepMine}>
          {t('conflict.keepMine')}
        </Button>
        <Button size="sm" variant="outline" onClick={onTakeTheirs}>
          {isMine ? t('conflict.takeOther') : t('conflict.takeTheirs')}
        </Button>
        <Button size="sm" variant="ghost" onClick={onGoOn}>
          {t('conflict.goOn')}
        </Button>
      </Box>
    </Box>
  );
}
