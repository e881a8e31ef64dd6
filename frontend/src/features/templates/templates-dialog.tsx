import * as catalogueCalls from 'language/contract/calls/catalogue';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { UserErrorTemplate } from 'language/contract/profiles';
import { hasBlanks } from 'language/domain/checks/blanks';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { paths } from '../../platform/paths.ts';
import { foldDrug } from 'language/domain/values/folding';
import { useRestoreFocus } from '../../platform/keyboard/use-restore-focus.ts';
import { useCommand } from '../../sync/commands.ts';
import { plainLineOf } from '../../platform/text/plain-text.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { errorTypeLabel } from '../../clinical/code-labels.ts';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { cacheDeletedTemplate, ownTemplatesQuery, sharedTemplatesQuery } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { OwnTemplate } from './own-template.tsx';
import { OtherTypes, TemplateList, type TemplateOffer } from './template-list.tsx';
import { useTemplateFilling } from './use-template-filling.ts';

// One file with the dialog: who sees the first templates may open all of them.
export { QuickTemplates } from './quick-templates.tsx';

interface TemplateSubject {
  /** The entry's trade label. */
  drug: { id: string; label: string };
  type: { id: string; label: string };
  /** HTML of the entry's current note, which the person may save as a template. */
  note: string;
  /** The PCNE codes of the entry, which are saved with it. */
  pcne: readonly string[];
}

export interface TemplatesProps extends TemplateSubject {
  open: boolean;
  onClose: () => void;
  /** Called with the HTML and the PCNE codes of the chosen template; then the dialog closes. */
  onTake: (html: string, pcne: readonly string[]) => void;
  /** Finds the element that gets the focus after closing. Called late: a note that was filled has a new editor. */
  focusAfter: () => HTMLElement | null;
}

/**
 * The templates of a drug and an error type, to copy into an entry's note (docs/product.md, "Error templates"). Load it
 * lazily, mount it once, and open it by `open`.
 */
export default function TemplatesDialog({ open, onClose, onTake, focusAfter, ...subject }: TemplatesProps) {
  return (
    <Sheet open={open} onClose={onClose} restoreFocus={false}>
      <TemplatesContent
        {...subject}
        focusAfter={focusAfter}
        onClose={onClose}
        onTake={(html, pcne) => {
          onTake(html, pcne);
          onClose();
        }}
      />
    </Sheet>
  );
}

interface TemplatesContentProps extends TemplateSubject {
  onTake: TemplatesProps['onTake'];
  focusAfter: () => HTMLElement | null;
  onClose: () => void;
}

/** By keyboard: typing filters, Enter copies the marked template, the arrows move through all templates. */
function TemplatesContent({ drug, type, note, pcne, onTake, onClose, focusAfter }: TemplatesContentProps) {
  const t = useTranslation();
  useRestoreFocus(focusAfter);
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(type);
  const { fill, templateOf } = useTemplateFilling(drug);
  const shared = useQuery(sharedTemplatesQuery(drug.id, shown.id));
  const own = useQuery(ownTemplatesQuery());
  const ownOfDrug = useMemo(
    () =>
      (own.data ?? []).filter(({ errDrugTradeId }) => drugOfTradeLabel(errDrugTradeId) === drugOfTradeLabel(drug.id)),
    [own.data, drug.id],
  );
  const ownOfShownType = ownOfDrug.filter(({ errType }) => errType === shown.id);
  const remove = useCommand(catalogueCalls.deleteTemplate, {
    onSuccess: (gone) => {
      void cacheDeletedTemplate(gone);
      notify.removed(t('templates.removed'));
    },
    // It was deleted in another window, which no live note announces.
    onError: ({ status }) => status === 404 && void own.refetch(),
  });
  const confirmRemoval = async ({ _id, version }: UserErrorTemplate) => {
    if (
      await confirm({
        title: t('templates.sure.title'),
        body: t('templates.sure.body'),
        yes: t('templates.sure.yes'),
        no: t('templates.sure.no'),
        danger: true,
      })
    )
      remove.mutate({ params: { id: _id }, ifVersion: version });
  };

  const words = useMemo(
    () =>
      foldDrug(typed)
        .split(' ')
        .filter((word) => word !== ''),
    [typed],
  );
  const matching = (offers: TemplateOffer[]) =>
    offers.filter((offer) => words.every((word) => foldDrug(offer.words).includes(word)));
  const ownOffers = matching(
    ownOfShownType.map((template) => {
      const html = fill(template.errNote);
      return {
        id: template._id,
        html,
        words: plainLineOf(html),
        pcne: template.pcne ?? [],
        onDelete: () => void confirmRemoval(template),
      };
    }),
  );
  const sharedOffers = matching(
    (shared.data ?? []).map(({ idx, label, isAdult, pcne: codes = [] }) => {
      const html = fill(label);
      return { id: `shared-${idx}`, html, words: plainLineOf(html), pcne: codes, isAdult };
    }),
  );
  const next = (ownOffers[0] ?? sharedOffers[0])?.id;

  const onKeys = (event: KeyboardEvent<HTMLElement>) => {
    // The text of an own template has keys of its own.
    if (event.target instanceof Element && event.target.closest('[data-own-template]')) return;
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[data-take]') ?? [])];
    const filter = box.current?.querySelector<HTMLElement>('input');
    const at = all.findIndex((button) => button === document.activeElement);
    const isInFilter = document.activeElement === filter;
    const go = (to: HTMLElement | null | undefined) => {
      event.preventDefault();
      to?.focus();
    };
    if (event.key === 'Enter' && isInFilter) {
      event.preventDefault();
      if (!event.nativeEvent.isComposing) all.find((button) => button.dataset['next'] === 'true')?.click();
    } else if (event.key === 'ArrowDown') go(all[Math.min(at + 1, all.length - 1)]);
    else if (event.key === 'ArrowUp') go(at <= 0 ? filter : all[at - 1]);
    // A letter typed in the list goes to the filter.
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
  const none = (sentence: string) => (typed === '' ? sentence : t('templates.noMatch'));
  const toSave = templateOf(note);
  const canSave =
    !isBlank(note) &&
    shown.id === type.id &&
    own.data !== undefined &&
    !ownOfShownType.some(
      ({ errNote, pcne: codes = [] }) =>
        (errNote === note || errNote === toSave) && (pcne.length === 0 || codes.join() === pcne.join()),
    );
  const showType = (wanted: TemplateSubject['type']) => {
    setShown(wanted);
    setTyped('');
    box.current?.querySelector<HTMLElement>('input')?.focus();
  };

  return (
    <>
      <Dialog.Header display="block" paddingBlockEnd="2">
        <Dialog.Title>{t('templates.title')}</Dialog.Title>
        <Dialog.Description fontSize="sm">
          <ClinicalName>
            {t('templates.of', { drug: drug.label, type: errorTypeLabel(type.id, type.label) })}
          </ClinicalName>
        </Dialog.Description>
      </Dialog.Header>
      <Dialog.Body ref={box} onKeyDown={onKeys}>
        <FormField label={t('templates.filter')} hint={t('templates.filterHint')}>
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
                <bdi>{t('templates.shownFor', { type: errorTypeLabel(shown.id, shown.label) })}</bdi>
              </strong>{' '}
              <bdi>{t('templates.onlyText', { type: errorTypeLabel(type.id, type.label) })}</bdi>{' '}
              <Button size="xs" variant="outline" colorPalette="gray" onClick={() => showType(type)}>
                <bdi>{t('templates.backTo', { type: errorTypeLabel(type.id, type.label) })}</bdi>
              </Button>
            </Box>
          )}
          <ErrorAlert error={remove.error?.status === 404 ? null : remove.error} />
          {[...ownOffers, ...sharedOffers].some(({ html }) => hasBlanks(html)) ? (
            <Box fontSize="sm" color="fg.muted" marginBlockEnd="3">
              {t('templates.blanks')}
            </Box>
          ) : null}
          <QueryBoundary query={own} skeleton={<SkeletonRows rows={1} />}>
            {() => (
              <TemplateList
                title={t('templates.own')}
                offers={ownOffers}
                next={next}
                none={none(t('templates.noOwn'))}
                onTake={onTake}
              />
            )}
          </QueryBoundary>
          <QueryBoundary query={shared} skeleton={<SkeletonRows rows={2} />}>
            {() => (
              <TemplateList
                title={t('templates.shared')}
                offers={sharedOffers}
                next={next}
                none={none(t('templates.noShared'))}
                onTake={onTake}
              />
            )}
          </QueryBoundary>
          {own.data === undefined ? null : (
            <OtherTypes trade={drug} own={ownOfDrug} shown={shown.id} onType={showType} />
          )}
          {canSave ? (
            <OwnTemplate drug={drug} type={type} pcne={pcne} start={toSave} hasValues={toSave !== note} />
          ) : null}
        </Box>
      </Dialog.Body>
      <Dialog.Footer justifyContent="space-between">
        <Box asChild fontSize="sm" color="brand.fg" textDecoration="underline">
          <a href={paths.drugs.href(drug.id)} target="_blank" rel="noreferrer">
            {t('templates.edit')}
          </a>
        </Box>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {t('templates.close')}
        </Button>
      </Dialog.Footer>
    </>
  );
}
