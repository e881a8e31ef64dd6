import { Skeleton } from '@chakra-ui/react/skeleton';
import { startTransition, useEffect, useState, type ComponentProps } from 'react';
import { runWhenIdle } from '../../platform/browser/run-when-idle.ts';
import { BufferKeys } from '../../components/forms/buffer-keys.tsx';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { startEntryEditor } from './entry-editor.ts';
import type { EntryForm as Form } from './entry-form.tsx';
import { entryText } from './messages.ts';

const load = async () => ({ default: (await import('./entry-form.tsx')).EntryForm });
// Fetched as soon as the chart is there: whoever opens the form types at once.
const loading = load();
loading.catch(() => undefined);
const LoadedForm = lazyComponent(() => loading.catch(load));

/**
 * The form of an entry, with its drug search (30 KB): it is not in the way of reading the chart. What is typed lies in
 * the editor, not in here.
 */
export function EntryForm(props: ComponentProps<typeof Form>) {
  return (
    <AsyncBoundary
      waiting={
        <>
          <BufferKeys />
          <Skeleton height="9rem" marginBlock="2" />
        </>
      }
      instead={<LoadFailed failed={entryText.formNotLoaded} />}
    >
      <LoadedForm {...props} />
    </AsyncBoundary>
  );
}

/**
 * Draws a form once where nobody sees it, when the page has come to rest, and takes it away again: the styles that it
 * brings make the browser look at the whole page anew, which is half of what opening the first one takes.
 */
export function EntryFormAhead() {
  const [step, setStep] = useState<'waiting' | 'drawing' | 'drawn'>('waiting');
  useEffect(
    () =>
      runWhenIdle(
        () =>
          void loading.then(
            () => startTransition(() => setStep('drawing')),
            () => undefined,
          ),
      ),
    [],
  );
  return step === 'drawing' ? (
    <div hidden>
      <AsyncBoundary>
        <Drawn onDrawn={() => setStep('drawn')} />
      </AsyncBoundary>
    </div>
  ) : null;
}

const nowhere = { _id: '', admission: '' };
function Drawn({ onDrawn }: { onDrawn: () => void }) {
  const [editor] = useState(() => startEntryEditor({ review: nowhere }));
  useEffect(() => {
    onDrawn();
    return () => void editor.stop();
  });
  return <LoadedForm editor={editor} onNext={onDrawn} />;
}
