/** Download the found changes. The file is fetched, because a link cannot send the session's token. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { FileCheck, FileSpreadsheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { today } from '../../platform/time/dates.ts';
import { download } from '../../platform/browser.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { fetchChanges } from './api.ts';
import type { AuditSearch } from './audit-search.ts';
import { auditText as text } from './messages.ts';

type Format = 'csv' | 'ndjson';

export function ExportButtons({ team, search, disabled }: { team: string; search: AuditSearch; disabled: boolean }) {
  const {
    mutate: startDownload,
    variables,
    isPending,
    error,
  } = useMutation({
    mutationFn: async (format: Format) =>
      download(await fetchChanges(team, search, format), `errors-${today()}.${format}`),
  });
  const button = (format: Format, label: string, hint: string, icon: ReactNode) => (
    <Button
      size="xs"
      variant="outline"
      title={hint}
      disabled={disabled || isPending}
      loading={isPending && variables === format}
      onClick={() => startDownload(format)}
    >
      {icon}
      {label}
    </Button>
  );
  return (
    <>
      {error && (
        <Box flexBasis="100%" order="1">
          <ErrorAlert error={error} onRetry={variables && (() => startDownload(variables))} />
        </Box>
      )}
      {button('csv', text.exportCsv, text.exportCsvHint, <FileSpreadsheet size={14} aria-hidden />)}
      {button('ndjson', text.exportSigned, text.exportSignedHint, <FileCheck size={14} aria-hidden />)}
    </>
  );
}
