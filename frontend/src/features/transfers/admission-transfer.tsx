/** The transfer of an open admission to another team: the open offer, and the way to make one. Loaded lazily. */
import * as transferCalls from 'language/contract/calls/transfers';
import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import type { Admission, OpenTransfer, PatientIdentity } from 'language/contract/entities';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { useCommand } from '../../sync/commands.ts';
import { readAdmissionAgain } from './api.ts';

interface Props {
  admission: Admission;
  /** Undefined while it loads. */
  patient: PatientIdentity | undefined;
  /** The person may offer and withdraw. */
  canEdit: boolean;
  /** The open offer in the patient's banner; an icon among others, or a button with its word, to make an offer. */
  as: 'banner' | 'icon' | 'button';
}

const OfferDialog = lazyComponent(() => import('./offer-dialog.tsx'));

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
      {isOpen ? (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <OfferDialog admission={admission} patient={patient} onClose={() => setIsOpen(false)} />
        </AsyncBoundary>
      ) : null}
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
  const withdraw = useCommand(transferCalls.withdrawTransfer, {
    onSuccess: () => {
      notify.saved(t('transfer.withdrawn'));
      readAdmissionAgain(admission);
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
