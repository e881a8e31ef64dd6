/** How much of a large window a screen uses. */
import { useMatches } from 'react-router-dom';

/** The `handle` of a route whose screen uses the width of a large window. */
export const wideScreen = { isWide: true };

/** Whether the screen that is shown is a wide one. */
export const useIsWideScreen = (): boolean => useMatches().some(({ handle }) => handle === wideScreen);
