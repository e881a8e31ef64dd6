import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DateField } from '../../components/forms/date-field.tsx';
import { SearchSelect } from '../../components/forms/search-select.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { today } from '../../platform/time/dates.ts';
import { drugsQuery, rootChoices, tagsQuery, tradeLabelChoices } from '../../sync/reads/catalogue.ts';
import { kinds, type Asked } from './criteria.ts';

interface Props {
  asked: Asked;
  onAsk: (patch: Partial<Asked>) => void;
}

/** Ids of the three kinds in one list. */
const idOf = ({ kind, id }: Pick<Asked, 'kind' | 'id'>): string => `${kind} ${id}`;

export function CriteriaForm({ asked, onAsk }: Props) {
  const t = useTranslation();
  return (
    <Box
      role="search"
      aria-label={t('drugUse.filters')}
      display="grid"
      gap="3"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' }}
      alignItems="start"
    >
      <SubjectField asked={asked} onAsk={onAsk} />
      <DateField
        label={t('drugUse.on')}
        size="sm"
        max={today()}
        near={['yesterday', 'today']}
        value={asked.on ?? today()}
        onChange={(on) => onAsk({ on: on === today() ? null : on })}
      />
    </Box>
  );
}

/** Substances, trade names and tags in one list, searched by their names and by the names of substances. */
function SubjectField({ asked, onAsk }: Props) {
  const t = useTranslation();
  const drugs = useQuery(drugsQuery());
  const tags = useQuery(tagsQuery());
  const choices = useMemo(() => {
    if (!drugs.data || !tags.data) return undefined;
    const [substance, tag] = [t('drugUse.substance'), t('drugUse.tag')];
    return [
      ...rootChoices(drugs.data).map(({ id, label }) => ({
        id: idOf({ kind: 'substance', id }),
        label,
        detail: substance,
      })),
      ...tradeLabelChoices(drugs.data).map((choice) => ({ ...choice, id: idOf({ kind: 'drug', id: choice.id }) })),
      ...tags.data.map(({ _id, label }) => ({ id: idOf({ kind: 'tag', id: _id }), label, detail: tag })),
    ];
  }, [drugs.data, tags.data, t]);
  const chosen = asked.id === '' ? undefined : choices?.find(({ id }) => id === idOf(asked));
  const failed = drugs.error ? drugs : tags.error ? tags : undefined;
  return (
    <Box>
      <ErrorAlert error={failed?.error} onRetry={() => void failed?.refetch()} />
      {/* A field that waits for the name of its drug mounts again when the names arrive. */}
      <SearchSelect
        key={choices || asked.id === '' ? 'named' : 'waiting'}
        required={false}
        label={t('drugUse.subject')}
        placeholder={t('drugUse.subjectHint')}
        choices={choices}
        defaultChoice={chosen}
        noneText={t('drugUse.subjectNone')}
        moreText={(shown, all) => t('drug.more', { shown, all })}
        onPick={(choice) => {
          const kind = kinds.find((name) => choice.id.startsWith(`${name} `));
          if (kind) onAsk({ kind, id: choice.id.slice(kind.length + 1) });
        }}
      />
    </Box>
  );
}
