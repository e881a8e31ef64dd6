import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { UserErrorTemplate } from 'command-api/contract/profiles';
import { drugOfTradeLabel } from 'command-api/domain/drug/trade-label';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { paths } from '../../platform/paths.ts';
import { normalizeForSearch } from '../../platform/text/normalize-for-search.ts';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import { lastError } from '../../sync/last-error.ts';
import { useCommand } from '../../sync/cache/query-client.ts';
import { isBlank, plainText } from '../../platform/text/sanitize.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { confirm } from '../../components/dialogs/confirm.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import {
  deleteTemplate,
  ownTemplatesQuery,
  saveTemplate,
  sharedTemplatesQuery,
  cacheDeletedTemplate,
  cacheSavedTemplate,
} from './api.ts';
import { templatesText as text } from './messages.ts';
import { OtherTypes } from './other-types.tsx';
import { TemplateList, type TemplateOffer } from './template-list.tsx';

export interface TemplateSubject {
  /** The trade label that the entry is about. */
  drug: { id: string; label: string };
  type: { id: string; label: string };
  /** HTML of the entry's note as it stands, which may be kept as a template. */
  note: string;
}
interface Props extends TemplateSubject {
  onTake: (html: string) => void;
  focusAfter: () => HTMLElement | null;
  onClose: () => void;
}

/** By keyboard: type to filter, Enter takes the marked one, the arrows go through them all. */
export function TemplatesContent({ drug, type, note, onTake, onClose, focusAfter }: Props) {
  useRestoreFocus(focusAfter);
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(type);
  const shared = useQuery(sharedTemplatesQuery(drug.id, shown.id));
  const own = useQuery(ownTemplatesQuery());
  const ofMedicine = useMemo(
    () =>
      (own.data ?? []).filter(({ errDrugTradeId }) => drugOfTradeLabel(errDrugTradeId) === drugOfTradeLabel(drug.id)),
    [own.data, drug.id],
  );
  const ofShown = ofMedicine.filter(({ errType }) => errType === shown.id);
  const save = useCommand(saveTemplate, {
    onSuccess: (saved) => {
      void cacheSavedTemplate(saved);
      notify.saved(text.saved);
    },
  });
  const remove = useCommand(deleteTemplate, {
    onSuccess: (gone) => {
      void cacheDeletedTemplate(gone);
      notify.removed(text.removed);
    },
    // Deleted in another window, which nobody tells of.
    onError: ({ status }) => status === 404 && void own.refetch(),
  });
  const failed = lastError(save, remove);
  const askToRemove = async ({ _id, version }: UserErrorTemplate) => {
    if (await confirm({ ...text.sure, danger: true })) remove.mutate({ params: { id: _id }, ifVersion: version });
  };

  const words = useMemo(
    () =>
      normalizeForSearch(typed)
        .split(' ')
        .filter((word) => word !== ''),
    [typed],
  );
  const matching = (offers: TemplateOffer[]) =>
    offers.filter((offer) => words.every((word) => normalizeForSearch(offer.words).includes(word)));
  const mine = matching(
    ofShown.map((template) => ({
      id: template._id,
      html: template.errNote,
      words: plainText(template.errNote),
      onDelete: () => void askToRemove(template),
    })),
  );
  const everybodys = matching(
    (shared.data ?? []).map(({ idx, label, isAdult }) => ({
      id: `shared-${idx}`,
      html: label,
      words: plainText(label),
      isAdult,
    })),
  );
  const next = (mine[0] ?? everybodys[0])?.id;

  const onKeys = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[data-take]') ?? [])];
    const filter = box.current?.querySelector<HTMLElement>('input');
    const at = all.findIndex((button) => button === document.activeElement);
    const inFilter = document.activeElement === filter;
    const go = (to: HTMLElement | null | undefined) => {
      event.preventDefault();
      to?.focus();
    };
    if (event.key === 'Enter' && inFilter) {
      event.preventDefault();
      if (!event.nativeEvent.isComposing) all.find((button) => button.dataset['next'] === 'true')?.click();
    } else if (event.key === 'ArrowDown') go(all[Math.min(at + 1, all.length - 1)]);
    else if (event.key === 'ArrowUp') go(at <= 0 ? filter : all[at - 1]);
    // A letter goes on filtering, wherever in the list one is.
    else if (
      at >= 0 &&
      event.key.length === 1 &&
      event.key !== ' ' &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    )
      filter?.focus();
  };
  const none = (sentence: string) => (typed === '' ? sentence : text.noMatch);
  const savable =
    !isBlank(note) &&
    shown.id === type.id &&
    own.data !== undefined &&
    !ofShown.some(({ errNote }) => errNote === note);
  const showType = (wanted: TemplateSubject['type']) => {
    setShown(wanted);
    setTyped('');
    box.current?.querySelector<HTMLElement>('input')?.focus();
  };

  return (
    <>
      <Dialog.Header display="block" paddingBlockEnd="2">
        <Dialog.Title>{text.title}</Dialog.Title>
        <Dialog.Description fontSize="sm">
          <ClinicalName>{text.of(drug.label, type.label)}</ClinicalName>
        </Dialog.Description>
      </Dialog.Header>
      <Dialog.Body ref={box} onKeyDown={onKeys}>
        <FormField label={text.filter} hint={text.filterHint}>
          <Input
            size="sm"
            dir="auto"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </FormField>
        <Box marginBlockStart="3">
          {shown.id === type.id ? null : (
            <Box role="status" fontSize="sm" marginBlockEnd="3">
              <strong>
                <bdi>{text.shownFor(shown.label)}</bdi>
              </strong>{' '}
              <bdi>{text.onlyText(type.label)}</bdi>{' '}
              <Button size="xs" variant="outline" colorPalette="gray" onClick={() => showType(type)}>
                <bdi>{text.backTo(type.label)}</bdi>
              </Button>
            </Box>
          )}
          <ErrorAlert error={failed === remove.error && failed?.status === 404 ? null : failed} />
          <QueryBoundary query={own} waiting={<SkeletonRows rows={1} />}>
            {() => <TemplateList title={text.own} offers={mine} next={next} none={none(text.noOwn)} onTake={onTake} />}
          </QueryBoundary>
          <QueryBoundary query={shared} waiting={<SkeletonRows rows={2} />}>
            {() => (
              <TemplateList
                title={text.shared}
                offers={everybodys}
                next={next}
                none={none(text.noShared)}
                onTake={onTake}
              />
            )}
          </QueryBoundary>
          {own.data === undefined ? null : (
            <OtherTypes trade={drug} own={ofMedicine} shown={shown.id} onType={showType} />
          )}
          {savable ? (
            <Button
              size="sm"
              variant="outline"
              loading={save.isPending}
              onClick={() => save.mutate({ body: { errDrugTradeId: drug.id, errType: type.id, errNote: note } })}
            >
              {text.save}
            </Button>
          ) : null}
        </Box>
      </Dialog.Body>
      <Dialog.Footer justifyContent="space-between">
        <Box asChild fontSize="sm" color="brand.fg" textDecoration="underline">
          <a href={paths.drugs.href(drug.id)} target="_blank" rel="noreferrer">
            {text.edit}
          </a>
        </Box>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {text.close}
        </Button>
      </Dialog.Footer>
    </>
  );
}
