/** The PCNE codes of error types, by the admin account (docs/product.md, "Classification"). */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import * as catalogueCalls from 'language/contract/calls/catalogue';
import type { ErrorType } from 'language/contract/entities';
import { isNoError } from 'language/domain/values/codes';
import { inPcneOrder, type PcneCode } from 'language/domain/values/pcne';
import { useState } from 'react';
import { errorTypeLabel } from '../../clinical/code-labels.ts';
import { PcneChoice } from '../../clinical/pcne-choice.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { ErrorAlert, QueryBoundary } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useCommand } from '../../sync/commands.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { updateCachedList, upsertItem } from '../../sync/reads/admission-lists.ts';
import { errorTypesQuery } from '../../sync/reads/catalogue.ts';

export function PcneMapping() {
  const t = useTranslation();
  const query = useQuery(errorTypesQuery());
  const [chosen, setChosen] = useState<string>('');
  return (
    <Box display="grid" gap="3">
      <Box as="h2" fontSize="md" fontWeight="semibold">
        {t('admin.pcne.title')}
      </Box>
      <Box fontSize="sm" color="fg.muted">
        {t('admin.pcne.hint')}
      </Box>
      <QueryBoundary query={query}>
        {(all) => {
          const types = all.filter(({ _id }) => !isNoError(_id));
          const type = types.find(({ _id }) => _id === chosen);
          return (
            <>
              <FormField label={t('admin.pcne.type')}>
                <Select
                  size="sm"
                  value={chosen}
                  none="–"
                  onChange={setChosen}
                  options={types.map(({ _id, label, pcne = [] }) => [
                    _id,
                    [errorTypeLabel(_id, label), ...pcne].join(' · '),
                  ])}
                />
              </FormField>
              {type ? <CodesOfType key={`${type._id} ${type.version}`} type={type} /> : null}
            </>
          );
        }}
      </QueryBoundary>
    </Box>
  );
}

function CodesOfType({ type: { _id, label, pcne = [], version } }: { type: ErrorType }) {
  const t = useTranslation();
  const [codes, setCodes] = useState<PcneCode[]>(() => inPcneOrder(pcne));
  const save = useCommand(catalogueCalls.mapErrorType, {
    onSuccess: (saved) => {
      void updateCachedList<ErrorType>(queryKeys.errorTypes, (held) => upsertItem(held, saved));
      notify.saved(t('admin.pcne.saved', { label: saved.label }));
    },
  });
  return (
    <>
      <PcneChoice codes={codes} onChange={setCodes} />
      <ErrorAlert error={save.error} />
      <Button
        size="sm"
        alignSelf="flex-start"
        justifySelf="start"
        loading={save.isPending}
        disabled={codes.join() === pcne.join()}
        aria-label={`${t('admin.pcne.save')}: ${label}`}
        onClick={() => save.mutate({ params: { id: _id }, body: { pcne: codes }, ifVersion: version })}
      >
        {t('admin.pcne.save')}
      </Button>
    </>
  );
}
