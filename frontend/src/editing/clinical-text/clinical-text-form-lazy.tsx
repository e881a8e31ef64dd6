import { Skeleton } from '@chakra-ui/react/skeleton';
import { type ComponentProps } from 'react';
import type { ClinicalTextForm as Form } from './clinical-text-form.tsx';
import { BufferKeys } from '../../components/forms/buffer-keys.tsx';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import { editorText } from '../messages.ts';
import { LoadFailed } from '../../components/load-failed.tsx';

const load = async () => ({ default: (await import('./clinical-text-form.tsx')).ClinicalTextForm });
// Loaded with the chart: a person types as soon as the form is open, also when the network is lost by then.
const loading = load();
loading.catch(() => undefined);
const LoadedForm = lazyComponent(() => loading.catch(load));

/** The form with its comparison (4 KB) does not delay the chart. The editor holds the text, not this component. */
export const ClinicalTextForm = (props: ComponentProps<typeof Form>) => (
  <AsyncBoundary
    waiting={
      <>
        <BufferKeys />
        <Skeleton height="9rem" />
      </>
    }
    instead={<LoadFailed failed={editorText.formNotLoaded} />}
  >
    <LoadedForm {...props} />
  </AsyncBoundary>
);
