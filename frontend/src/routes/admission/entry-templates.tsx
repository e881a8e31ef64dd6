import { isNoError } from 'command-api/domain/values/codes';
import { useEffect, useState } from 'react';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import type { TemplatesProps } from '../../features/entries/note-field.tsx';
import { QuickTemplates } from '../../features/templates/quick-templates.tsx';
import { prefetchWhenIdle } from '../../platform/browser.ts';
import { isBlank } from '../../platform/text/sanitize.ts';

const loadTemplates = () => import('../../features/templates/templates-dialog.tsx');
const TemplatesDialog = lazyComponent(loadTemplates);

/** The templates of an entry: the dialog, loaded when a drug and an error type are chosen; the first ones beside an empty note. */
export function EntryTemplates({ onQuickTake, ...props }: TemplatesProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (props.open && !isWanted) setIsWanted(true);
  const { drug, type, note } = props;
  const hasSubject = drug.id !== '' && type.id !== '' && !isNoError(type.id);
  useEffect(() => (hasSubject ? prefetchWhenIdle(loadTemplates) : undefined), [hasSubject]);
  return (
    <>
      {hasSubject && isBlank(note) ? <QuickTemplates drug={drug.id} type={type.id} onTake={onQuickTake} /> : null}
      {isWanted ? (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <TemplatesDialog {...props} />
        </AsyncBoundary>
      ) : null}
    </>
  );
}
