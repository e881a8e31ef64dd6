/**
 * The browser's own question, where the dialog's file cannot be loaded any more: what was typed must not be lost over
 * that.
 */
import { useEffect } from 'react';
import { answer, useAsking } from '../components/dialogs/confirm.ts';

export function PlainConfirm() {
  const { question, open } = useAsking();
  useEffect(() => {
    if (question && open) answer(window.confirm([question.title, question.body].filter(Boolean).join('\n\n')));
  }, [question, open]);
  return null;
}
