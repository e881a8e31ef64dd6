/** The views of the board: the choice, the filter behind it, and the views that the team keeps. */
import * as teamCalls from 'language/contract/calls/teams';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Checkbox } from '@chakra-ui/react/checkbox';
import type { SavedView } from 'language/contract/handover';
import { priorityReasons } from 'language/domain/priority/reasons';
import { deferredFilters, reviewedFilters, takenFilters, type ViewFilter } from 'language/domain/priority/views';
import { ListFilter } from 'lucide-react';
import { useId, useState } from 'react';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { cacheView } from './api.ts';
import { commonViews, isSameFilter, type ChosenView } from './views.ts';

const ViewNameDialog = lazyComponent(() => import('./view-name-dialog.tsx'));

interface Props {
  team: string;
  views: readonly SavedView[];
  chosen: ChosenView;
  /** That of the board now. */
  filter: ViewFilter;
  /** The person may save, change and delete views. */
  canSave: boolean;
  onChoose: (chosen: ChosenView) => void;
}

export function ViewBar({ team, views, chosen, filter, canSave, onChoose }: Props) {
  const t = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isChanged = chosen.changed !== undefined;
  return (
    <>
      <Box display="flex" alignItems="center" gap="2" minWidth="0">
        <Select
          size="xs"
          width="auto"
          maxWidth={{ base: '13rem', md: '16rem' }}
          aria-label={t('ward.view')}
          value={isChanged ? '' : chosen.view}
          onChange={(view) => onChoose({ view, changed: undefined })}
          {...(isChanged ? { none: t('ward.changedView'), isNoneDisabled: true } : {})}
        >
          {Object.entries(commonViews).map(([view, { name }]) => (
            <option key={view} value={view}>
              {t(name)}
            </option>
          ))}
          {views.length === 0 ? null : (
            <optgroup label={t('ward.teamViews')}>
              {views.map(({ _id, name }) => (
                <option key={_id} value={_id} dir="auto">
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
        <Button
          size="xs"
          variant={isChanged ? 'subtle' : 'outline'}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ListFilter size={14} aria-hidden />
          {t('ward.filter')}
        </Button>
      </Box>
      {isOpen ? (
        <Box id={id} role="group" aria-label={t('ward.filter')} css={panel}>
          <FilterFields
            filter={filter}
            onChange={(patch) => onChoose({ view: chosen.view, changed: { ...filter, ...patch } })}
          />
          <ViewActions
            team={team}
            views={views}
            chosen={chosen}
            filter={filter}
            canSave={canSave}
            onChoose={onChoose}
          />
        </Box>
      ) : null}
    </>
  );
}

const panel = {
  flexBasis: '100%',
  order: 1,
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  padding: { base: '3', md: '4' },
  display: 'grid',
  gap: '3',
  '& .reasons': {
    display: 'grid',
    columnGap: '4',
    rowGap: '1',
    gridTemplateColumns: { base: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
  },
};

function FilterFields({ filter, onChange }: { filter: ViewFilter; onChange: (patch: Partial<ViewFilter>) => void }) {
  const t = useTranslation();
  return (
    <>
      <Box as="fieldset" minWidth="0">
        <Box as="legend" fontWeight="semibold" fontSize="xs" marginBlockEnd="1">
          {t('ward.anyOfReasons')}
        </Box>
        <div className="reasons">
          {priorityReasons.map((reason) => (
            <Check
              key={reason}
              label={t(`priority.reasons.${reason}`)}
              isChecked={filter.reasons.includes(reason)}
              onChange={(isChecked) =>
                onChange({
                  reasons: priorityReasons.filter((one) => (one === reason ? isChecked : filter.reasons.includes(one))),
                })
              }
            />
          ))}
        </div>
      </Box>
      <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 16rem))' }}>
        <FormField label={t('ward.takenFilter')}>
          <Select
            size="sm"
            value={filter.taken}
            onChange={(taken) => onChange({ taken: takenFilters.find((one) => one === taken) ?? 'any' })}
            options={takenFilters.map((one) => [one, t(`ward.takenFilters.${one}`)])}
          />
        </FormField>
        <FormField label={t('ward.reviewedFilter')}>
          <Select
            size="sm"
            value={filter.reviewed}
            onChange={(reviewed) => onChange({ reviewed: reviewedFilters.find((one) => one === reviewed) ?? 'any' })}
            options={reviewedFilters.map((one) => [one, t(`ward.reviewedFilters.${one}`)])}
          />
        </FormField>
        <FormField label={t('ward.deferredFilter')}>
          <Select
            size="sm"
            value={filter.deferred}
            onChange={(deferred) => onChange({ deferred: deferredFilters.find((one) => one === deferred) ?? 'shown' })}
            options={deferredFilters.map((one) => [one, t(`ward.deferredFilters.${one}`)])}
          />
        </FormField>
      </Box>
      <Check
        label={t('ward.antimicrobialsOnly')}
        isChecked={filter.antimicrobials}
        onChange={(antimicrobials) => onChange({ antimicrobials })}
      />
    </>
  );
}

const Check = ({
  label,
  isChecked,
  onChange,
}: {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}) => (
  <Checkbox.Root size="sm" checked={isChecked} onCheckedChange={({ checked }) => onChange(checked === true)}>
    <Checkbox.HiddenInput />
    <Checkbox.Control />
    <Checkbox.Label>{label}</Checkbox.Label>
  </Checkbox.Root>
);

function ViewActions({ team, views, chosen, filter, canSave, onChoose }: Props) {
  const t = useTranslation();
  const [naming, setNaming] = useState<'new' | 'rename'>();
  const saved = views.find(({ _id }) => _id === chosen.view);
  const change = useCommand(teamCalls.changeView, {
    onSuccess: (view) => {
      cacheView(team, view._id, view);
      onChoose({ view: view._id, changed: undefined });
    },
  });
  const remove = useCommand(teamCalls.removeView, {
    onSuccess: ({ _id }) => {
      onChoose({ view: 'all', changed: undefined });
      cacheView(team, _id);
    },
  });
  const isDifferent = saved !== undefined && !isSameFilter(saved.filter, filter);
  const askRemove = async (view: SavedView): Promise<void> => {
    const yes = t('ward.deleteView');
    if (await confirm({ title: t('ward.askDeleteView', { name: view.name }), yes, danger: true }))
      remove.mutate({ params: { id: team, viewId: view._id }, team, ifVersion: view.version });
  };
  return (
    <Box display="flex" flexWrap="wrap" gap="2">
      {canSave ? (
        <Button size="xs" variant="outline" onClick={() => setNaming('new')}>
          {t('ward.saveView')}
        </Button>
      ) : null}
      {canSave && saved ? (
        <>
          <Button
            size="xs"
            variant="outline"
            disabled={!isDifferent}
            loading={change.isPending}
            onClick={() =>
              change.mutate({
                params: { id: team, viewId: saved._id },
                team,
                ifVersion: saved.version,
                body: { name: saved.name, filter },
              })
            }
          >
            {t('ward.updateView', { name: saved.name })}
          </Button>
          <Button size="xs" variant="outline" onClick={() => setNaming('rename')}>
            {t('ward.renameView')}
          </Button>
          <Button size="xs" variant="outline" colorPalette="red" onClick={() => void askRemove(saved)}>
            {t('ward.deleteView')}
          </Button>
        </>
      ) : null}
      <Button
        size="xs"
        variant="ghost"
        disabled={chosen.changed === undefined}
        onClick={() => onChoose({ view: chosen.view, changed: undefined })}
      >
        {t('ward.resetFilter')}
      </Button>
      <ErrorAlert error={lastError(change, remove)} />
      {naming === undefined ? null : (
        <AsyncBoundary>
          <ViewNameDialog
            team={team}
            view={naming === 'rename' ? saved : undefined}
            filter={naming === 'rename' && saved ? saved.filter : filter}
            onSaved={(view) => onChoose({ view, changed: naming === 'rename' ? chosen.changed : undefined })}
            onClose={() => setNaming(undefined)}
          />
        </AsyncBoundary>
      )}
    </Box>
  );
}
