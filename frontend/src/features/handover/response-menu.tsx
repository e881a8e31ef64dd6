import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { responses, type Response } from 'language/domain/values/codes';
import { UserCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { responseLabel, responseSigns } from '../../clinical/code-labels.ts';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { ResponseChoice } from './use-response.ts';

interface Props {
  pill: RefObject<HTMLButtonElement | null>;
  label: string;
  response: Response | null;
  canRespond: boolean;
  canTakeOver: boolean;
  onChoose: (choice: ResponseChoice) => void;
  onClose: () => void;
}

/** The theme has no recipe of a menu: it would be part of the first load. */
const style = {
  minWidth: '10rem',
  padding: '1',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l2',
  boxShadow: 'md',
  outline: 'none',
  '& [role=menuitem]': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '8',
    paddingInline: '2',
    borderRadius: 'l1',
    fontSize: 'sm',
    cursor: 'pointer',
    [touch]: { minHeight: '11' },
  },
  '& [role=menuitem][data-highlighted]': { bg: 'brand.subtle', color: 'brand.fg' },
};

/** The menu of an entry's response. Loaded with its first use. */
export default function ResponseMenu({ pill, label, response, canRespond, canTakeOver, onChoose, onClose }: Props) {
  const t = useTranslation();
  const others = responses.filter(({ code }) => code !== response);
  return (
    <Menu.Root
      open
      lazyMount
      positioning={{ placement: 'bottom-start', getAnchorRect: () => pill.current?.getBoundingClientRect() ?? null }}
      onOpenChange={({ open }) => {
        if (open) return;
        onClose();
        pill.current?.focus();
      }}
    >
      <Portal>
        <Menu.Positioner css={{ zIndex: 'dropdown' }}>
          <Menu.Content aria-label={label} css={style}>
            {canRespond
              ? others.map(({ code }) => (
                  <Menu.Item key={code} value={String(code)} onClick={() => onChoose(code)}>
                    <span aria-hidden>{responseSigns[code]}</span>
                    {responseLabel(code)}
                  </Menu.Item>
                ))
              : null}
            {canRespond && response !== null ? (
              <Menu.Item value="pending" onClick={() => onChoose(null)}>
                {t('handover.undo')}
              </Menu.Item>
            ) : null}
            {canTakeOver ? (
              <Menu.Item value="takeOver" onClick={() => onChoose('takeOver')}>
                <UserCheck size={14} aria-hidden />
                {t('handover.takeOver')}
              </Menu.Item>
            ) : null}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
