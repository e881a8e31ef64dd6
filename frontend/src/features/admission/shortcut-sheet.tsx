import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import {
  setQuestionKeyEnabled,
  useIsQuestionKeyEnabled,
  shortcutText,
  shortcuts,
} from '../../platform/keyboard/shortcuts.ts';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { MessageId } from '../../platform/language/language.ts';

const groups: readonly { title: MessageId; keys: readonly (readonly [keys: string, effect: MessageId])[] }[] = [
  {
    title: 'shortcutSheet.entries',
    keys: [
      [shortcutText(shortcuts.newEntry), 'shortcutSheet.newEntry'],
      [`${shortcutText(shortcuts.carry)} … 9`, 'shortcutSheet.carry'],
      [`${shortcutText(shortcuts.carryNoError)} … 9`, 'shortcutSheet.carryNoError'],
      [shortcutText(shortcuts.carryAll), 'shortcutSheet.carryAll'],
      ['Enter', 'shortcutSheet.pick'],
      ['A … I', 'shortcutSheet.severity'],
      ['1 … 4', 'shortcutSheet.response'],
      [shortcutText(shortcuts.templates), 'shortcutSheet.templates'],
      [shortcutText(shortcuts.followUp), 'shortcutSheet.followUp'],
      [shortcutText(shortcuts.save), 'shortcutSheet.save'],
      ['Esc', 'shortcutSheet.cancel'],
    ],
  },
  {
    title: 'shortcutSheet.proposals',
    keys: [
      ['↑ ↓', 'shortcutSheet.proposal'],
      ['Enter / T', 'shortcutSheet.takeProposal'],
      ['L', 'shortcutSheet.deferProposal'],
      ['D', 'shortcutSheet.dismissProposal'],
    ],
  },
  {
    title: 'shortcutSheet.medications',
    keys: [
      ['↑ ↓', 'shortcutSheet.sort'],
      ['← → ↑ ↓', 'shortcutSheet.marks'],
      [shortcutText(shortcuts.save), 'shortcutSheet.save'],
    ],
  },
  {
    title: 'shortcutSheet.gallery',
    keys: [
      ['← →', 'shortcutSheet.images'],
      ['+ −', 'shortcutSheet.zoom'],
      ['Esc', 'shortcutSheet.close'],
    ],
  },
  {
    title: 'shortcutSheet.everywhere',
    keys: [
      [`? / ${shortcutText(shortcuts.sheet)}`, 'shortcutSheet.sheet'],
      [shortcutText(shortcuts.values), 'shortcutSheet.values'],
      [shortcutText(shortcuts.drug), 'shortcutSheet.drug'],
      [`${shortcutText(shortcuts.walkNext)} / ${shortcutText(shortcuts.walkBack)}`, 'shortcutSheet.walk'],
      [shortcutText(shortcuts.search), 'shortcutSheet.search'],
      [shortcutText(shortcuts.lock), 'shortcutSheet.lock'],
    ],
  },
];
const sheetStyle = {
  columnCount: { base: 1, md: 2 },
  columnGap: '6',
  '& section': { breakInside: 'avoid', marginBlockEnd: '4' },
  '& h3': {
    fontSize: 'xs',
    fontWeight: 'bold',
    letterSpacing: '0.06em',
    color: 'fg.muted',
    textTransform: 'uppercase',
    marginBlockEnd: '1',
  },
  '& dl > div': { display: 'flex', gap: '3', paddingBlock: '1', borderBottomWidth: '1px', borderColor: 'border.muted' },
  '& dt': { flex: '0 0 6rem' },
  '& kbd': {
    fontWeight: 'semibold',
    fontSize: 'xs',
    bg: 'bg.muted',
    borderWidth: '1px',
    borderRadius: 'l1',
    paddingInline: '1.5',
    paddingBlock: '0.5',
    whiteSpace: 'nowrap',
  },
  '& dd': { flex: 1 },
};

/** Lists what a person can do without a mouse. Loaded when it is first opened. */
export default function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslation();
  const question = useIsQuestionKeyEnabled();
  return (
    <Sheet open={open} onClose={onClose}>
      <Dialog.Header>
        <Dialog.Title>{t('admission.shortcuts')}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        <Box css={sheetStyle}>
          {groups.map(({ title, keys }) => (
            <section key={title}>
              <h3>{t(title)}</h3>
              <dl>
                {keys.map(([shortcut, effect]) => (
                  <div key={effect}>
                    <dt>
                      <kbd>{shortcut}</kbd>
                    </dt>
                    <dd>{t(effect)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </Box>
      </Dialog.Body>
      <Dialog.Footer justifyContent="space-between" flexWrap="wrap">
        <Switch label={t('shortcutSheet.questionKey')} checked={question} onChange={setQuestionKeyEnabled} />
        <Button variant="outline" onClick={onClose}>
          {t('shortcutSheet.close')}
        </Button>
      </Dialog.Footer>
    </Sheet>
  );
}
