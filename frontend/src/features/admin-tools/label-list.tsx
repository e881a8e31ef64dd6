import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { UseQueryResult } from '@tanstack/react-query';
import { isNoError, limits } from 'language/domain/values/codes';
import { Pencil } from 'lucide-react';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { updateCachedList, upsertItem } from '../../sync/reads/admission-lists.ts';
import { useCommand } from '../../sync/commands.ts';
import type { QueryKey } from '../../sync/cache/query-keys.ts';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { search, searchableChoices } from '../../platform/text/search.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { ErrorAlert, QueryBoundary } from '../../components/screen-states.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { FormConflict, useFlatSave, useSendTo } from '../../editing/flat-save.tsx';
import { createVersionReader } from '../../editing/merge.ts';
import type { Labelled, ListCalls } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  title: string;
  hint: string;
  addLabel: string;
  query: UseQueryResult<Labelled[]>;
  queryKey: QueryKey;
  calls: ListCalls;
}

const listStyle = {
  listStyle: 'none',
  maxHeight: '28rem',
  overflowY: 'auto',
  marginBlockStart: '2',
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '40px',
    paddingInline: '2',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
  },
  '& li > bdi': { flex: '1', overflowWrap: 'anywhere' },
  '& small': { color: 'fg.muted' },
};

/** A list that all teams share, with a filter, a form to add, and renaming in the row. */
export function LabelList({ title, hint, addLabel, query, queryKey, calls }: Props) {
  const t = useTranslation();
  const box = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const [renaming, setRenaming] = useState<string>();
  const prepared = useMemo(
    () => searchableChoices((query.data ?? []).map(({ _id, label }) => ({ id: _id, label }))),
    [query.data],
  );
  const found = useMemo(
    () => new Set(search(prepared, typed, prepared.length).found.map(({ id }) => id)),
    [prepared, typed],
  );
  const show = (saved: Labelled) => {
    void updateCachedList<Labelled>(queryKey, (held) => upsertItem(held, saved));
  };
  const close = (id: string) => {
    setRenaming(undefined);
    setTimeout(() => box.current?.querySelector<HTMLElement>(`[data-rename="${id}"]`)?.focus(), 0);
  };

  return (
    <Box as="section" ref={box} aria-label={title}>
      <Box as="h2" fontSize="md" fontWeight="semibold">
        {title}
      </Box>
      <Box fontSize="sm" color="fg.muted" marginBlockEnd="3">
        {hint}
      </Box>
      <AddForm
        label={addLabel}
        call={calls.add}
        onAdded={(saved) => {
          show(saved);
          setTyped('');
        }}
      />
      <QueryBoundary query={query}>
        {(all) => (
          <>
            <Box display="flex" alignItems="flex-end" gap="3" marginBlockStart="4">
              <Box flex="1">
                <FormField label={t('admin.filter')}>
                  <Input size="sm" dir="auto" value={typed} onChange={(event) => setTyped(event.target.value)} />
                </FormField>
              </Box>
              <Box role="status" fontSize="xs" color="fg.muted" className="tabular" paddingBlockEnd="2">
                {found.size === all.length
                  ? t('admin.count', { all: all.length })
                  : t('admin.countOf', { shown: found.size, all: all.length })}
              </Box>
            </Box>
            {found.size === 0 ? (
              <Box fontSize="sm" color="fg.muted" marginBlockStart="2">
                {t('admin.noMatch')}
              </Box>
            ) : null}
            <Box as="ul" css={listStyle} tabIndex={0} aria-label={title}>
              {all
                .filter(({ _id }) => found.has(_id))
                .map((item) => (
                  <li key={item._id}>
                    {renaming === item._id ? (
                      <RenameForm
                        item={item}
                        call={calls.rename}
                        onRenamed={(saved) => {
                          show(saved);
                          notify.saved(t('admin.renamed', { label: saved.label }));
                          close(item._id);
                        }}
                        onCancel={() => close(item._id)}
                      />
                    ) : (
                      <>
                        <ClinicalName>{item.label}</ClinicalName>
                        {isNoError(item._id) ? (
                          <small>{t('admin.fixed')}</small>
                        ) : (
                          <IconButton
                            size="xs"
                            variant="ghost"
                            data-rename={item._id}
                            aria-label={t('admin.rename', { label: item.label })}
                            onClick={() => setRenaming(item._id)}
                          >
                            <Pencil size={14} aria-hidden />
                          </IconButton>
                        )}
                      </>
                    )}
                  </li>
                ))}
            </Box>
          </>
        )}
      </QueryBoundary>
    </Box>
  );
}

const blank = { label: '' };

function AddForm({
  label,
  call,
  onAdded,
}: {
  label: string;
  call: ListCalls['add'];
  onAdded: (saved: Labelled) => void;
}) {
  const t = useTranslation();
  const form = useFlatForm(blank, 0);
  const { label: typed } = form.draft;
  const draft = `${call.path}/new`;
  const add = useCommand(call, {
    draft,
    onSuccess: ({ _id, label: named, version }) => {
      onAdded({ _id, label: named, version });
      notify.saved(t('admin.added', { label: named }));
      form.take(blank, 0);
    },
  });
  useUnsaved(typed.trim() === '' ? undefined : `${label}: ${typed}`);
  const refused = useRefusedFields(add.error, { label: typed });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '' && !add.isPending) add.mutate({ body: { label: typed.trim() } });
  };
  return (
    <form onSubmit={submit} noValidate>
      <FlatDraft form={form} of={draft} what={label} isNew />
      <ErrorAlert error={refused.error} />
      <Box display="flex" alignItems="flex-end" gap="2">
        <Box flex="1">
          <FormField label={label} required error={refused.fields['label']}>
            <Input
              size="sm"
              dir="auto"
              maxLength={limits.name}
              autoComplete="off"
              value={typed}
              onChange={(event) => form.change({ label: event.target.value })}
            />
          </FormField>
        </Box>
        <Button type="submit" size="sm" loading={add.isPending} disabled={typed.trim() === ''}>
          {t('admin.add')}
        </Button>
      </Box>
    </form>
  );
}

interface RenameFormProps {
  item: Labelled;
  call: ListCalls['rename'];
  onRenamed: (saved: Labelled) => void;
  onCancel: () => void;
}

type Name = Pick<Labelled, 'label'> & Record<string, string>;
const nameOf = ({ label }: Labelled): Name => ({ label });
const asNamed = createVersionReader<Labelled, Name>(['label'], nameOf);

/** Renames in the row. A name that another person has saved meanwhile is shown as a conflict, never overwritten. */
function RenameForm({ item, call, onRenamed, onCancel }: RenameFormProps) {
  const t = useTranslation();
  const form = useFlatForm(nameOf(item), item.version);
  const typed = form.draft.label;
  const before = form.base.fields.label;
  const draft = `label/${item._id}`;
  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    groups: [['label']],
    draft,
    read: asNamed,
    mine: { label: typed.trim() },
    send: ({ label = before }, ifVersion) => sendTo(call, { params: { id: item._id }, body: { label }, ifVersion }),
    onSaved: ({ _id, label, version }) => onRenamed({ _id, label, version }),
    onTheirs: ({ fields: { label }, version }) => onRenamed({ _id: item._id, label, version }),
  });
  useUnsaved(form.isDirty ? `${t('admin.name')}: ${typed}` : undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isBusy || saving.toDecide || typed.trim() === '') return;
    if (typed.trim() === before) onCancel();
    else saving.save();
  };
  return (
    <Box asChild flex="1" paddingBlock="1" minWidth="0">
      {/* Escape closes the form from each of its controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        aria-label={t('admin.rename', { label: before })}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      >
        <FlatDraft form={form} of={draft} what={before} isDone={saving.isSaved} />
        <FormConflict saving={saving} labels={{ label: t('admin.name') }} />
        <Box display="flex" gap="2">
          <Input
            size="sm"
            dir="auto"
            autoFocus
            aria-label={t('admin.name')}
            maxLength={limits.name}
            value={typed}
            onFocus={(event) => event.target.select()}
            onChange={(event) => form.change({ label: event.target.value })}
          />
          <Button
            type="submit"
            size="sm"
            loading={saving.isBusy}
            disabled={saving.toDecide !== undefined || typed.trim() === ''}
          >
            {t('admin.save')}
          </Button>
          <Button size="sm" variant="ghost" onClick={onCancel}>
            {t('admin.cancel')}
          </Button>
        </Box>
      </form>
    </Box>
  );
}
