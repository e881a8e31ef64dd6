import { isNoError } from 'language/domain/values/codes';
import { useState } from 'react';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { isBlank } from '../../platform/text/sanitize.ts';
import type { TemplatesProps } from './templates-dialog.tsx';

const load = () => import('./templates-dialog.tsx');
const TemplatesDialog = lazyComponent(load);
const QuickTemplates = lazyComponent(async () => ({ default: (await load()).QuickTemplates }));

interface Props extends TemplatesProps {
  /** A template was taken beside the note. */
  onQuickTake: TemplatesProps['onTake'];
}

/** The first templates beside an empty note, loaded once a drug and an error type are chosen, and the dialog with all. */
export function EntryTemplates({ onQuickTake, ...props }: Props) {
  const [isWanted, setIsWanted] = useState(false);
  if (props.open && !isWanted) setIsWanted(true);
  const { drug, type, note } = props;
  return (
    <>
      {drug.id === '' || type.id === '' || isNoError(type.id) || !isBlank(note) ? null : (
        <AsyncBoundary>
          <QuickTemplates drug={drug} type={type.id} onTake={onQuickTake} />
        </AsyncBoundary>
      )}
      {isWanted ? (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <TemplatesDialog {...props} />
        </AsyncBoundary>
      ) : null}
    </>
  );
}
