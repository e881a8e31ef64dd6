import { Skeleton } from '@chakra-ui/react/skeleton';
import { lazy, type ComponentProps } from 'react';
import { Part } from '../../ui/part.tsx';
import type { EntryForm as Form } from './entry-form.tsx';
import { entryText } from './messages.ts';

const load = async () => ({ default: (await import('./entry-form.tsx')).EntryForm });
// Fetched as soon as the chart is there: whoever opens the form types at once.
const loading = load();
loading.catch(() => undefined);
const LoadedForm = lazy(() => loading.catch(load));

/** The form of an entry, with its drug search (30 KB): it is not in the way of reading the chart. What is typed lies in the editor, not in here. */
export function EntryForm(props: ComponentProps<typeof Form>) {
  return (
    <Part waiting={<Skeleton height="9rem" marginBlock="2" />} instead={<p role="alert">{entryText.formNotLoaded}</p>}>
      <LoadedForm {...props} />
    </Part>
  );
}
