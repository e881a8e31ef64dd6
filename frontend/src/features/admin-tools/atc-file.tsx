/** The hospital's file of ATC codes and defined daily doses, by the admin account (docs/interfaces.md, "ATC and DDD file"). */
import { Box } from '@chakra-ui/react/box';
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { Button } from '@chakra-ui/react/button';
import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useCommand } from '../../sync/commands.ts';

export function AtcFile() {
  const t = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const read = useCommand(catalogueCalls.readAtcFile);
  const { data } = read;
  return (
    <Box display="grid" gap="2" justifyItems="start">
      <Box as="h2" fontSize="md" fontWeight="semibold">
        {t('admin.atc.title')}
      </Box>
      <Box fontSize="sm" color="fg.muted">
        {t('admin.atc.hint')}
      </Box>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={t('admin.atc.title')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void file.text().then((csv) => read.mutate({ body: { csv } }));
          event.target.value = '';
        }}
      />
      <Button size="sm" variant="outline" loading={read.isPending} onClick={() => input.current?.click()}>
        <FileUp size={15} aria-hidden />
        {t('admin.atc.choose')}
      </Button>
      <ErrorAlert error={read.error} />
      <Box role="status" fontSize="sm" fontWeight="semibold">
        {data ? t('admin.atc.done', { rows: data.rows, classified: data.classified, unchanged: data.unchanged }) : ''}
      </Box>
      {data && data.problemCount > 0 ? (
        <Box fontSize="sm">
          {t('admin.atc.problems', { count: data.problemCount })}
          <Box
            as="ul"
            paddingInlineStart="4"
            maxHeight="16rem"
            overflowY="auto"
            tabIndex={0}
            aria-label={t('admin.atc.list')}
          >
            {data.problems.map(({ line, reason, text }) => (
              <li key={line}>
                <ClinicalText>
                  {t('admin.atc.line', { line, reason: t(`admin.atc.reason.${reason}`), text })}
                </ClinicalText>
              </li>
            ))}
          </Box>
        </Box>
      ) : null}
    </Box>
  );
}
