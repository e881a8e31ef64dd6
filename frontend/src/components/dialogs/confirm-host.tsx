import { useEffect } from 'react';
import { AsyncBoundary } from '../async-boundary.tsx';
import { lazyComponent } from '../lazy-component.tsx';
import { answer, useQuestion } from './confirm.ts';

/** Loaded with the first question: Chakra's dialog takes 27 KB, which the first load has no room for. */
const ConfirmDialog = lazyComponent(() => import('./confirm-dialog.tsx'));

/** Shows the question of `confirm`. The shell mounts it once. */
export function ConfirmHost() {
  const { question } = useQuestion();
  return question ? (
    <AsyncBoundary instead={<NativeConfirm />}>
      <ConfirmDialog />
    </AsyncBoundary>
  ) : null;
}

/** The browser's own dialog, when the file of ours cannot be loaded: a question about unsaved text is always asked. */
export function NativeConfirm() {
  const { question, isOpen } = useQuestion();
  useEffect(() => {
    if (question && isOpen) answer(window.confirm([question.title, question.body].filter(Boolean).join('\n\n')));
  }, [question, isOpen]);
  return null;
}
