/**
 * Whether `?` alone opens the sheet of shortcuts. A voice command or a scanner may press a single key, so a person can
 * switch it off (WCAG 2.1.4). The sheet also opens by its button and by Ctrl+/.
 */
import { createStoredSwitch } from '../storage/stored-switch.ts';
import { useStore } from '../store.ts';

const questionKey = createStoredSwitch('question-key');

export const setQuestionKeyEnabled = (isEnabled: boolean): void => questionKey.set(isEnabled);
export const useIsQuestionKeyEnabled = (): boolean => useStore(questionKey);

/** Also the question mark of an Arabic keyboard. */
export const isQuestionMark = ({
  key,
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>): boolean =>
  questionKey.get() && (key === '?' || key === '؟') && !altKey && !ctrlKey && !metaKey;
