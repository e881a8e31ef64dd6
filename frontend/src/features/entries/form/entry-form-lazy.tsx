import { Skeleton } from '@chakra-ui/react/skeleton';
import { startTransition, useEffect, useState, type ComponentProps } from 'react';
import { runWhenIdle } from '../../../platform/browser.ts';
import { BufferKeys } from '../../../components/forms/buffer-keys.tsx';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../../components/async-boundary.tsx';
import { LoadFailed } from '../../../components/load-failed.tsx';
import { startEntryEditor } from '../entry-editor.tsx';
import type { EntryForm as Form } from './entry-form.tsx';
import { entryText } from '../messages.ts';

const load = async () => ({ default: (await import('./entry-form.tsx')).EntryForm });
// Loaded with the chart: a person types as soon as the form is open.
const loading = load();
loading.catch(() => undefined);
const LoadedForm = lazyComponent(() => loading.catch(load));

/** The form with its drug search (30 KB) does not delay the chart. The editor holds the text, not this component. */
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
 * Renders a hidden form once when the page is idle, and removes it. Its styles make the browser compute the styles of
 * the whole page again, which is half of the time that opening the first form takes.
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

const noReview = { _id: '', admission: '' };
function Drawn({ onDrawn }: { onDrawn: () => void }) {
  const [editor] = useState(() => startEntryEditor({ review: noReview }));
  useEffect(() => {
    onDrawn();
    return () => void editor.stop();
  });
  return <LoadedForm editor={editor} onNext={onDrawn} />;
}
