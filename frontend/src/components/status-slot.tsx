/**
 * The place of the live state. It is in the navigation bar, except on a screen with a bar that stays in view: there it
 * is in that bar, so that it is seen while the person scrolls.
 */
import { Box } from '@chakra-ui/react/box';
import { useCallback } from 'react';
import { createStore, useStore } from 'zustand';

const slot = createStore<HTMLElement | null>(() => null);

/** The element of the screen that takes the live state; null where there is none. */
export const useStatusSlot = (): HTMLElement | null => useStore(slot);

/** Takes the live state of the navigation bar while it is mounted. One at a time on a screen. */
export function StatusSlot() {
  const register = useCallback((element: HTMLElement | null) => {
    if (element) slot.setState(element, true);
    return () => {
      if (slot.getState() === element) slot.setState(null, true);
    };
  }, []);
  return (
    <Box
      ref={register}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="flex-end"
      gap="2"
      minWidth="3.5rem"
      minHeight="6"
      data-print="hide"
    />
  );
}
