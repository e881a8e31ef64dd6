/** All that is found, to take along. A link cannot say who asks, so the file is fetched and handed over. */
import { Button } from '@chakra-ui/react/button';
import { FileCheck, FileSpreadsheet } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { today } from '../../lib/dates.ts';
import { download } from '../../lib/download.ts';
import { notify } from '../../ui/toaster.tsx';
import { fetchChanges } from './api.ts';
import type { AuditAsk } from './ask.ts';
import { auditText as text } from './messages.ts';

type Format = 'csv' | 'ndjson';

export function Exports({ team, ask, disabled }: { team: string; ask: AuditAsk; disabled: boolean }) {
  const [busy, setBusy] = useState<Format>();
  const take = async (format: Format): Promise<void> => {
    setBusy(format);
    try {
      download(await fetchChanges(team, ask, format), `errors-${today()}.${format}`);
    } catch (error) {
      notify.failed(error instanceof Error ? error.message : text.exportFailed);
    } finally {
      setBusy(undefined);
    }
  };
  const button = (format: Format, label: string, hint: string, icon: ReactNode) => (
    <Button size="xs" variant="outline" title={hint} disabled={disabled || busy !== undefined} loading={busy === format} onClick={() => void take(format)}>{icon}{label}</Button>
  );
  return (
    <>
      {button('csv', text.exportCsv, text.exportCsvHint, <FileSpreadsheet size={14} aria-hidden />)}
      {button('ndjson', text.exportSigned, text.exportSignedHint, <FileCheck size={14} aria-hidden />)}
    </>
  );
}
