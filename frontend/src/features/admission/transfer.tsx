/** The transfer of an open admission to another team: the open offer, and the dialog that makes one. Loaded lazily. */
import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { Textarea } from '@chakra-ui/react/textarea';
import { useQuery } from '@tanstack/react-query';
import type { Admission, OpenTransfer, PatientIdentity } from 'command-api/contract/entities';
import { limits } from 'command-api/domain/values/codes';
import { ArrowRightLeft } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert, QueryBoundary } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';
import { offerTransfer, receivingTeamsQuery, withdrawTransfer } from './api.ts';
import { DialogPatient, LeavingWarnings } from './leaving-patient.tsx';

interface Props {
  admission: Admission;
  /** Undefined while it loads. */
  patient: PatientIdentity | undefined;
  /** The person may offer and withdraw. */
  canEdit: boolean;
  /** The open offer in the patient's banner; an icon among others, or a button with its word, to make an offer. */
  as: 'banner' | 'icon' | 'button';
}

const readAgain = ({ _id, patient }: Admission): void => {
  void queryClient.invalidateQueries({ queryKey: queryKeys.admission(_id) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.admissionsOf(patient) });
};

export default function AdmissionTransfer({ as, ...props }: Props) {
  const { transfer } = props.admission;
  if (as !== 'banner') return <NewOffer as={as} {...props} />;
  return transfer ? <OpenOffer {...props} transfer={transfer} /> : null;
}

/** Makes an offer, and shows why the last one was declined. */
function NewOffer({ admission, patient, canEdit, as }: Props) {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const canOffer = canEdit && admission.dischargeDate === null && admission.transfer === undefined;
  const { transferDeclined: declined } = admission;
  return (
    <>
      {canOffer && as === 'icon' ? (
        <IconButton
          size="xs"
          variant="ghost"
          colorPalette="gray"
          aria-label={t('transfer.offer')}
          title={t('transfer.offer')}
          onClick={() => setIsOpen(true)}
        >
          <ArrowRightLeft size={16} aria-hidden />
        </IconButton>
      ) : null}
      {canOffer && as === 'button' ? (
        <Button variant="outline" onClick={() => setIsOpen(true)}>
          {t('transfer.offer')}
        </Button>
      ) : null}
      {declined ? (
        <Box role="note" css={stripStyle} bg="amber.subtle" color="amber.fg">
          <div className="words">
            <b>
              <ClinicalText>
                {t('transfer.isDeclined', { team: declined.toTeamName, instant: formatInstant(declined.declinedAt) })}
              </ClinicalText>
            </b>
            <div className="note">
              <ClinicalText>{declined.reason}</ClinicalText>
            </div>
          </div>
        </Box>
      ) : null}
      {isOpen ? <OfferDialog admission={admission} patient={patient} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

const stripStyle = {
  flexBasis: '100%',
  gridColumn: '1 / -1',
  borderRadius: 'l2',
  paddingInline: '3',
  paddingBlock: '1',
  fontSize: 'sm',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  '& .words': { flex: '1 1 14rem', minWidth: '0', overflowWrap: 'anywhere' },
  '& .note': { unicodeBidi: 'plaintext', textAlign: 'start', whiteSpace: 'pre-wrap' },
  // In the patient's banner, which stays in view: one line. On a phone it is whole until the page is scrolled.
  md: { '.more & .note': { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } },
};

function OpenOffer({
  admission,
  transfer,
  canEdit,
}: Pick<Props, 'admission' | 'canEdit'> & { transfer: OpenTransfer }) {
  const t = useTranslation();
  const withdraw = useCommand(withdrawTransfer, {
    onSuccess: () => {
      notify.saved(t('transfer.withdrawn'));
      readAgain(admission);
    },
  });
  return (
    <Box role="note" css={stripStyle} bg="brand.subtle" color="brand.fg">
      <div className="words">
        <b>
          <ClinicalText>
            {t('transfer.isOffered', { team: transfer.toTeamName, instant: formatInstant(transfer.offeredAt) })}
          </ClinicalText>
        </b>
        <div className="note full" title={transfer.note}>
          <ClinicalText>{transfer.note}</ClinicalText>
        </div>
        <ErrorAlert error={withdraw.error} />
      </div>
      {canEdit ? (
        <Button
          size="xs"
          variant="outline"
          className="full"
          loading={withdraw.isPending}
          onClick={() =>
            withdraw.mutate({ params: { id: admission._id }, team: admission.team, body: { offer: transfer.offer } })
          }
        >
          {t('transfer.withdraw')}
        </Button>
      ) : null}
    </Box>
  );
}

const blankOffer = { toTeam: '', note: '' };

function OfferDialog({ admission, patient, onClose }: Pick<Props, 'admission' | 'patient'> & { onClose: () => void }) {
  const t = useTranslation();
  const teams = useQuery(receivingTeamsQuery(admission.team));
  const form = useFlatForm(blankOffer, 0);
  const { toTeam, note } = form.draft;
  const draft = `transfer/${admission._id}`;
  const [isTeamMissing, setIsTeamMissing] = useState(false);
  const offer = useCommand(offerTransfer, {
    draft,
    onSuccess: ({ transfer }) => {
      notify.saved(t('transfer.offered', { team: transfer?.toTeamName ?? '' }));
      readAgain(admission);
      onClose();
    },
  });
  useUnsaved(note !== '' && !offer.isSuccess ? t('transfer.unsaved') : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTeamMissing(toTeam === '');
    if (toTeam !== '' && !offer.isPending)
      offer.mutate({ params: { id: admission._id }, team: admission.team, body: { toTeam, note } });
  };
  const teamError = isTeamMissing && toTeam === '' ? t('transfer.teamMissing') : offer.error?.fields?.['toTeam'];
  return (
    <Sheet open onClose={onClose} closeOnInteractOutside={false}>
      <Dialog.Header flexWrap="wrap" rowGap="1">
        <Dialog.Title>{t('transfer.offerTitle')}</Dialog.Title>
        <DialogPatient patient={patient} admission={admission} />
      </Dialog.Header>
      <Box asChild display="contents">
        <form aria-label={t('transfer.offerTitle')} onSubmit={submit} noValidate>
          <Dialog.Body>
            <Box display="grid" gap="4">
              <FlatDraft form={form} of={draft} what={t('transfer.draft')} isNew isDone={offer.isSuccess} />
              <ErrorAlert error={offer.error} />
              <LeavingWarnings admission={admission} isDischarge={false} />
              <p>{t('transfer.offerBody')}</p>
              <QueryBoundary query={teams}>
                {({ teams: found }) =>
                  found.length === 0 ? (
                    <Box role="note" color="amber.fg" bg="amber.subtle" borderRadius="l2" padding="3">
                      {t('transfer.noTeams')}
                    </Box>
                  ) : (
                    <FormField label={t('transfer.toTeam')} required error={teamError}>
                      <NativeSelect.Root>
                        <NativeSelect.Field
                          value={toTeam}
                          onChange={(event) => form.change({ toTeam: event.target.value })}
                        >
                          <option value="">{t('transfer.chooseTeam')}</option>
                          {found.map(({ _id, name }) => (
                            <option key={_id} value={_id}>
                              {name}
                            </option>
                          ))}
                        </NativeSelect.Field>
                        <NativeSelect.Indicator />
                      </NativeSelect.Root>
                    </FormField>
                  )
                }
              </QueryBoundary>
              <FormField label={t('transfer.note')} error={offer.error?.fields?.['note']}>
                <Textarea
                  dir="auto"
                  rows={4}
                  maxLength={limits.transferNote}
                  value={note}
                  onChange={(event) => form.change({ note: event.target.value })}
                />
              </FormField>
            </Box>
          </Dialog.Body>
          <Dialog.Footer flexWrap="wrap">
            <Button type="button" variant="outline" colorPalette="gray" onClick={onClose}>
              {t('transfer.cancel')}
            </Button>
            <Button type="submit" loading={offer.isPending} disabled={teams.data?.teams.length === 0}>
              {t('transfer.send')}
            </Button>
          </Dialog.Footer>
        </form>
      </Box>
    </Sheet>
  );
}
