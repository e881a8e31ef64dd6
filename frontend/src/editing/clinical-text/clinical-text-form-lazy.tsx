import { Skeleton } from '@chakra-ui/react/skeleton';
import { type ComponentProps } from 'react';
import type { ClinicalTextForm as Form } from './clinical-text-form.tsx';
import { BufferKeys } from '../../components/forms/buffer-keys.tsx';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';

const load = async () => ({ default: (await import('./clinical-text-form.tsx')).ClinicalTextForm });
// Fetched as soon as the chart is there: whoever opens the form types at once, also where the network has gone by then.
const loading = load();
loading.catch(() => undefined);
const LoadedForm = lazyComponent(() => loading.catch(load));

/**
 * The form of a text with its date, and how a conflict is shown (4 KB): not in the way of reading the chart. What is
 * typed lies in the editor, not in here.
 */
export const ClinicalTextForm = (props: ComponentProps<typeof Form>) => (
  <AsyncBoundary
    waiting={
      <>
        <BufferKeys />
        <Skeleton height="9rem" />
      </>
    }
    instead={<LoadFailed failed="The form could not be loaded. What you typed is kept." />}
  >
    <LoadedForm {...props} />
  </AsyncBoundary>
);
