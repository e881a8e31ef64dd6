/**
 * "Move to another chart": finds the other patient, chooses the admission and for an entry the review, and shows both
 * patients before it moves (docs/product.md, "Moved to another chart").
 */
import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Checkbox } from '@chakra-ui/react/checkbox';
import { Dialog } from '@chakra-ui/react/dialog';
import { Input } from '@chakra-ui/react/input';
import { useQuery } from '@tanstack/react-query';
import type { Admission, Patient } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { playSuccess } from '../../platform/sound.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeysOfStream } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';
import { patientQuery } from '../../sync/reads/shared-reads.ts';
import { type Movable } from './api.ts';
import { ChooseAdmission, ChooseReview, NEW_REVIEW } from './choose-place.tsx';
import { ChoosePatient } from './choose-patient.tsx';
import { placeOf } from './place-of.ts';
import { PatientLine } from '../../clinical/patient-line.tsx';

interface Props {
  movable: Movable;
  open: boolean;
  onClose: () => void;
}

/** Longer than other messages: it has a link. */
const TOAST_MS = 8_000;

export default function MoveDialog({ movable, open, onClose }: Props) {
  const t = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} closeOnInteractOutside={false}>
      <Dialog.Header>
        <Dialog.Title>
          <ClinicalText>{t(`moves.title.${movable.kind}`, { name: movable.name })}</ClinicalText>
        </Dialog.Title>
      </Dialog.Header>
      <MoveForm movable={movable} onClose={onClose} />
    </Sheet>
  );
}

const blank = { reason: '' };

function MoveForm({ movable, onClose }: Omit<Props, 'open'>) {
  const t = useTranslation();
  const navigate = useNavigate();
  const { kind, id, admission, review, images = [] } = movable;
  const [patient, setPatient] = useState<Patient>();
  const [to, setTo] = useState<Admission>();
  const [toReview, setToReview] = useState<string>();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const form = useFlatForm(blank, 0);
  const { reason } = form.draft;
  const draft = `move/${id}`;
  const chosenImages = images.map(({ image }) => image).filter((image) => !left.has(image));

  const move = useCommand(admissionCalls.moveRecord, {
    draft,
    onSuccess: (moved) => {
      for (const stream of [admission, moved.to.admission])
        for (const queryKey of queryKeysOfStream(`admission-${stream}`))
          void queryClient.invalidateQueries({ queryKey });
      playSuccess();
      notify.withLink(
        t('moves.done'),
        { label: t('moves.toPlace'), onClick: () => void navigate(placeOf(moved)) },
        TOAST_MS,
      );
      onClose();
    },
  });
  useUnsaved(form.isDirty && !move.isSuccess ? t('moves.draft') : undefined);
  // The list with the chosen patient goes: the focus stays beside what comes in its place.
  const otherPatient = useRef<HTMLButtonElement>(null);
  useEffect(() => otherPatient.current?.focus(), [patient]);
  const refused = useRefusedFields(move.error, { toAdmission: to?._id, toReview, reason });

  const chooseAdmission = useCallback((chosen: Admission) => {
    setTo(chosen);
    setToReview(undefined);
  }, []);
  const isComplete =
    to !== undefined &&
    reason.trim() !== '' &&
    (review === undefined || toReview !== undefined) &&
    (kind !== 'images' || chosenImages.length > 0);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isComplete || move.isPending) return;
    move.mutate({
      params: { id: admission },
      team: movable.team,
      ifVersion: movable.version,
      body: {
        kind,
        id,
        ...(review === undefined ? {} : { reviewId: review.id }),
        ...(left.size === 0 ? {} : { images: chosenImages }),
        toAdmission: to._id,
        ...(toReview === undefined || toReview === NEW_REVIEW ? {} : { toReview }),
        reason,
      },
    });
  };

  return (
    <Box asChild display="contents">
      <form aria-label={t('moves.open')} onSubmit={submit}>
        <Dialog.Body>
          <Box display="grid" gap="4">
            <FlatDraft form={form} of={draft} what={t('moves.draft')} isNew isDone={move.isSuccess} />
            <ErrorAlert error={refused.error} />
            {images.length > 1 ? (
              <Box as="fieldset" display="flex" flexWrap="wrap" gap="3">
                <Box as="legend" fontSize="xs" fontWeight="semibold" color="fg.muted" marginBlockEnd="1">
                  {t('moves.images')}
                </Box>
                {images.map(({ image }, at) => (
                  <Checkbox.Root
                    key={image}
                    checked={!left.has(image)}
                    onCheckedChange={({ checked }) =>
                      setLeft(new Set([...left, image].filter((other) => other !== image || checked !== true)))
                    }
                  >
                    <Checkbox.HiddenInput />
                    <Checkbox.Control />
                    <Checkbox.Label>{t('moves.image', { number: at + 1 })}</Checkbox.Label>
                  </Checkbox.Root>
                ))}
              </Box>
            ) : null}
            {patient === undefined ? (
              <ChoosePatient team={movable.team} onChoose={setPatient} />
            ) : (
              <>
                <Identities from={movable.patient} to={patient} />
                <Button
                  ref={otherPatient}
                  type="button"
                  size="xs"
                  variant="outline"
                  justifySelf="start"
                  onClick={() => {
                    setPatient(undefined);
                    setTo(undefined);
                    setToReview(undefined);
                  }}
                >
                  {t('moves.otherPatient')}
                </Button>
                <ChooseAdmission
                  patient={patient}
                  movable={movable}
                  chosen={to}
                  error={refused.fields['toAdmission'] ?? refused.fields['reviewDate'] ?? refused.fields['noteDate']}
                  onChoose={chooseAdmission}
                />
                {to && review ? (
                  <ChooseReview
                    key={to._id}
                    admission={to}
                    review={review}
                    chosen={toReview}
                    error={refused.fields['toReview']}
                    onChoose={setToReview}
                  />
                ) : null}
              </>
            )}
            <FormField label={t('moves.reason')} required error={refused.fields['reason']} hint={t('moves.reasonHint')}>
              <Input
                dir="auto"
                maxLength={limits.moveReason}
                value={reason}
                onChange={(event) => form.change({ reason: event.target.value })}
              />
            </FormField>
          </Box>
        </Dialog.Body>
        <Dialog.Footer>
          <Button type="button" variant="outline" colorPalette="gray" disabled={move.isPending} onClick={onClose}>
            {t('moves.cancel')}
          </Button>
          <Button type="submit" loading={move.isPending} disabled={!isComplete}>
            {t('moves.move')}
          </Button>
        </Dialog.Footer>
      </form>
    </Box>
  );
}

/** Both patients, one below the other, so that the person checks who is who. */
function Identities({ from, to }: { from: string; to: Patient }) {
  const t = useTranslation();
  const source = useQuery(patientQuery(from)).data;
  return (
    <Box as="dl" borderWidth="1px" borderRadius="l2" padding="3" display="grid" gap="2" css={{ '& dt': term }}>
      <div>
        <dt>{t('moves.from')}</dt>
        <dd>{source ? <PatientLine patient={source} /> : '…'}</dd>
      </div>
      <div>
        <dt>{from === to._id ? t('moves.toSamePatient') : t('moves.to')}</dt>
        <dd>
          <PatientLine patient={to} />
        </dd>
      </div>
    </Box>
  );
}
const term = { fontSize: 'xs', color: 'fg.muted' };
