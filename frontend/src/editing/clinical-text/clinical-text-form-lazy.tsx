import { Skeleton } from '@chakra-ui/react/skeleton';
import { type ComponentProps } from 'react';
import type { DatedTextForm as Form } from './clinical-text-form.tsx';
import { HoldKeys } from '../../components/forms/buffer-keys.tsx';
import { lazyPart } from '../../components/lazy-component.tsx';
import { Part } from '../../components/async-boundary.tsx';
import { PartFailed } from '../../components/load-failed.tsx';

const load = async () => ({ default: (await import('./clinical-text-form.tsx')).DatedTextForm });
// Fetched as soon as the chart is there: whoever opens the form types at once, also where the network has gone by then.
const loading = load();
loading.catch(() => undefined);
const LoadedForm = lazyPart(() => loading.catch(load));

/**
 * The form of a text with its date, and how a conflict is shown (4 KB): not in the way of reading the chart. What is
 * typed lies in the editor, not in here.
 */
export const DatedTextForm = (props: ComponentProps<typeof Form>) => (
  <Part
    waiting={
      <>
        <HoldKeys />
        <Skeleton height="9rem" />
      </>
    }
    instead={<PartFailed failed="The form could not be loaded. What you typed is kept." />}
  >
    <LoadedForm {...props} />
  </Part>
);
