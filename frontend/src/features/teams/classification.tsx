/** How the team classifies errors (docs/product.md, "Classification"). The admin sets it, the members read it. */
import { Box } from '@chakra-ui/react/box';
import * as teamCalls from 'language/contract/calls/teams';
import type { Team } from 'language/contract/entities';
import { Switch } from '../../components/forms/switch.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { classificationText } from '../../clinical/field-formats.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';

export function ClassificationForm({ team: { _id, classification, version } }: { team: Team }) {
  const t = useTranslation();
  const save = useCommand(teamCalls.setClassification, {
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.team(_id), saved);
      notify.saved(t('classification.saved'));
    },
  });
  return (
    <Box display="grid" gap="2">
      <ErrorAlert error={save.error} />
      {(['pcne', 'atc'] as const).map((name) => (
        <Switch
          key={name}
          label={t(`classification.${name}`)}
          checked={classification[name]}
          onChange={(isOn) => {
            const body = { ...classification, [name]: isOn };
            if (!save.isPending) save.mutate({ params: { id: _id }, team: _id, ifVersion: version, body });
          }}
        />
      ))}
    </Box>
  );
}

/** As the members read it. */
export function ClassificationFacts({ team: { classification } }: { team: Team }) {
  return <div>{classificationText(classification) || '–'}</div>;
}
