import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { AsyncBoundary } from '../components/lazy-component.tsx';
import { isDependentOn, type PendingCommand } from './pending-command.ts';
import { ClinicalName } from '../components/text/clinical-text.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { PendingItem } from './pending-item.tsx';

interface Props {
  items: readonly PendingCommand[];
  open: boolean;
  onClose: () => void;
  RefusedText: ComponentType<{ item: PendingCommand }>;
}

/** The commands in the outbox in their order, each with a link to its screen. */
export default function OutboxList({ items, open, onClose, RefusedText }: Props) {
  const t = useTranslation();
  return (
    <Dialog.Root
      placement={{ base: 'bottom', md: 'center' }}
      size="md"
      scrollBehavior="inside"
      open={open && items.length > 0}
      onOpenChange={(details) => !details.open && onClose()}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner padding={{ base: '0', md: '4' }}>
          <Dialog.Content
            maxHeight={{ base: '88dvh', md: 'calc(100dvh - 6rem)' }}
            marginBlock={{ base: '0', md: '6' }}
            borderBottomRadius={{ base: '0', md: 'l3' }}
          >
            <Dialog.Header display="block" paddingBlockEnd="2">
              <Dialog.Title>{t('outbox.title')}</Dialog.Title>
              <Dialog.Description fontSize="sm" color="fg.muted">
                {t('outbox.lead')}
              </Dialog.Description>
            </Dialog.Header>
            <Dialog.Body>
              <Box as="ol" listStyle="none">
                {items.map((item) => (
                  <li key={item.key}>
                    <PendingItem item={item} dependents={items.filter((one) => isDependentOn(one, item))}>
                      <Box display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="3">
                        <strong>
                          <ClinicalName>{item.what}</ClinicalName>
                        </strong>
                        <Box
                          asChild
                          display="inline-flex"
                          alignItems="center"
                          minH="8"
                          minW="8"
                          color="brand.fg"
                          textDecoration="underline"
                        >
                          <Link to={item.where} onClick={onClose}>
                            {t('outbox.go')}
                            <Box as="span" srOnly>
                              : {item.what}
                            </Box>
                          </Link>
                        </Box>
                      </Box>
                      {item.refused ? (
                        <AsyncBoundary>
                          <RefusedText item={item} />
                        </AsyncBoundary>
                      ) : null}
                    </PendingItem>
                  </li>
                ))}
              </Box>
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" colorPalette="gray" onClick={onClose}>
                {t('outbox.close')}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
