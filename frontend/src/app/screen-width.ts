/** The part of a large window that a screen uses. */
import { useMatches } from 'react-router-dom';

/** The `handle` of a route whose screen uses the width of a large window. */
export const wideScreen = { isWide: true };

/** True if the screen that is shown is a wide one. */
export const useIsWideScreen = (): boolean => useMatches().some(({ handle }) => handle === wideScreen);
