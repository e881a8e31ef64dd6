/** One question at a time, from any code: `if (await confirm({ title: 'are you sure?' })) …`. */
import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { AsyncBoundary, lazyComponent } from '../lazy-component.tsx';
import type { AskedQuestion, Question } from './confirm-dialog.tsx';

export const askedQuestion = createStore<AskedQuestion>(() => ({ question: undefined, isOpen: false }));
export const useQuestion = (): AskedQuestion => useStore(askedQuestion);
let settle: (yes: boolean) => void = () => undefined;

/** Resolves to true for yes, and to false for no, Escape, or a later question. */
export function confirm(question: Question): Promise<boolean> {
  settle(false);
  askedQuestion.setState({ question, isOpen: true }, true);
  return new Promise((resolve) => {
    settle = resolve;
  });
}

export function answer(yes: boolean): void {
  askedQuestion.setState({ ...askedQuestion.getState(), isOpen: false }, true);
  settle(yes);
}

/** Answers no if the question is still open: its reason is gone. */
export function withdraw(question: Question): void {
  const asked = askedQuestion.getState();
  if (asked.isOpen && asked.question === question) answer(false);
}

/** Loads the dialog before a question that is likely. */
export const loadConfirmDialog = () => import('./confirm-dialog.tsx');
/** Loaded with the first question: Chakra's dialog takes 26 KB, and the first load has no room for it. */
const ConfirmDialog = lazyComponent(loadConfirmDialog);

/** Shows the question of `confirm`. The shell mounts it once. */
export function ConfirmHost() {
  const { question, isOpen } = useQuestion();
  return question ? (
    <AsyncBoundary instead={<NativeConfirm />}>
      <ConfirmDialog question={question} isOpen={isOpen} onAnswer={answer} />
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
