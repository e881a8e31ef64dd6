import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Admission, PatientIdentity } from 'language/contract/entities';
import type { DischargeStatus } from 'language/domain/values/codes';
import { BedDouble, ClipboardList, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { dayOfStay, formatDate, formatElapsed, today } from '../../platform/time/dates.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { EmptyState } from '../../components/screen-states.tsx';
import { AccordionItem, Accordion, toggled } from '../../components/accordion.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';
import { AdmissionDialog } from './admission-dialog.tsx';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { knownCare, placeText } from '../../clinical/care-details.ts';
import { dischargeStatusLabel } from '../../clinical/code-labels.ts';

/** The admissions of a patient, newest first. Each opens to its details and discharge, with a link to its chart. */
export function AdmissionList({
  admissions,
  patient,
  canEdit,
  renderTransfer,
}: {
  admissions: Admission[];
  /** Undefined while it loads. */
  patient: PatientIdentity | undefined;
  canEdit: (admission: Admission) => boolean;
  /** Beside the buttons of an open admission. */
  renderTransfer: (admission: Admission) => ReactNode;
}) {
  const t = useTranslation();
  // The newest admission is open until the person opens or closes one.
  const [chosen, setChosen] = useState<string[]>();
  const open = chosen ?? admissions.slice(0, 1).map((admission) => admission._id);
  if (admissions.length === 0)
    return (
      <EmptyState level={3} icon={<BedDouble size={32} aria-hidden />} title={t('patientAdmissions.none')}>
        {t('patientAdmissions.noneHint')}
      </EmptyState>
    );
  return (
    <Accordion>
      {admissions.map((admission) => (
        <AccordionItem
          key={admission._id}
          head={<AdmissionHeader admission={admission} />}
          open={open.includes(admission._id)}
          onToggle={() => setChosen(toggled(open, admission._id))}
        >
          <AdmissionBody
            admission={admission}
            patient={patient}
            canEdit={canEdit(admission)}
            transfer={renderTransfer(admission)}
          />
        </AccordionItem>
      ))}
    </Accordion>
  );
}

function AdmissionHeader({ admission }: { admission: Admission }) {
  const t = useTranslation();
  const { admissionDate, dischargeDate } = admission;
  const day = dayOfStay(admissionDate, today());
  return (
    <Box as="span" display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1" className="tabular">
      <Box as="span" fontSize="sm">
        <RichMessage
          id="patientAdmissions.admittedOn"
          elements={{
            date: (
              <Box as="strong">
                <ClinicalText>{formatDate(admissionDate)}</ClinicalText>
              </Box>
            ),
          }}
        />
      </Box>
      {dischargeDate === null ? (
        <Badge colorPalette="brand">
          <ClinicalText>
            {day === undefined ? t('patientAdmissions.inHospital') : t('patientAdmissions.inHospitalDay', { day })}
          </ClinicalText>
        </Badge>
      ) : (
        <Badge colorPalette="gray">
          <ClinicalText>{t('patientAdmissions.discharged', { date: formatDate(dischargeDate) })}</ClinicalText>
        </Badge>
      )}
      <Box as="span" color="fg.muted" fontSize="xs">
        {t('patientAdmissions.reviews', { count: admission.reviewsCount })} ·{' '}
        {t('patientAdmissions.notes', { count: admission.notesCount })}
      </Box>
    </Box>
  );
}

function dischargeText(admissionDate: string, dischargeDate: string, status: DischargeStatus | null): string {
  const when = translate('patientAdmissions.dischargedAfter', {
    date: formatDate(dischargeDate),
    time: formatElapsed(admissionDate, dischargeDate),
  });
  return status === null ? when : `${when} · ${dischargeStatusLabel(status)}`;
}

/** Place, working diagnosis and consultant, where they are known. */
function CareLine({ admission }: { admission: Admission }) {
  const t = useTranslation();
  const place = placeText(admission);
  const known = knownCare(admission);
  if (place === '' && known.length === 0) return null;
  return (
    <Box display="flex" flexWrap="wrap" columnGap="4">
      {place === '' ? null : (
        <strong>
          <ClinicalText>{place}</ClinicalText>
        </strong>
      )}
      {known.map((name) => (
        <span key={name}>
          <Box as="span" color="fg.muted">
            {t(`care.${name}`)}
          </Box>{' '}
          <bdi dir="auto">{admission[name]}</bdi>
        </span>
      ))}
    </Box>
  );
}

function AdmissionBody({
  admission,
  patient,
  canEdit,
  transfer,
}: {
  admission: Admission;
  patient: PatientIdentity | undefined;
  canEdit: boolean;
  transfer: ReactNode;
}) {
  const t = useTranslation();
  const [editing, setEditing] = useState<'edit' | 'discharge'>();
  return (
    <Box display="grid" gap="4">
      <CareLine admission={admission} />
      <Box>
        <Box as="h4" fontSize="xs" fontWeight="semibold" color="fg.muted">
          {t('patientAdmissions.details')}
        </Box>
        {admission.admissionDetails === '' ? (
          <Box color="fg.muted">{t('patientAdmissions.noDetails')}</Box>
        ) : (
          <RichTextView html={admission.admissionDetails} />
        )}
      </Box>
      {admission.dischargeDate !== null && (
        <Box>
          <Box as="h4" fontSize="xs" fontWeight="semibold" color="fg.muted">
            {t('patientAdmissions.discharge')}
          </Box>
          <Box className="tabular">
            <ClinicalText>
              {dischargeText(admission.admissionDate, admission.dischargeDate, admission.dischargeStatus)}
            </ClinicalText>
          </Box>
          {admission.dischargeNote !== '' && (
            <Box unicodeBidi="plaintext" textAlign="start" whiteSpace="pre-wrap" overflowWrap="anywhere">
              <ClinicalText>{admission.dischargeNote}</ClinicalText>
            </Box>
          )}
        </Box>
      )}
      <Box display="flex" flexWrap="wrap" gap="3">
        <Button asChild>
          <Link to={paths.admission.href(admission._id)}>
            <ClipboardList aria-hidden />
            {t('patientAdmissions.seeReviews')}
          </Link>
        </Button>
        {canEdit && (
          <Button variant="outline" onClick={() => setEditing('edit')}>
            <Pencil aria-hidden />
            {t('patientAdmissions.edit')}
          </Button>
        )}
        {canEdit && admission.dischargeDate === null && (
          <Button variant="outline" onClick={() => setEditing('discharge')}>
            {t('patientAdmissions.discharge')}
          </Button>
        )}
        {admission.dischargeDate === null && transfer}
      </Box>
      {canEdit && (
        <AdmissionDialog admission={admission} patient={patient} mode={editing} onClose={() => setEditing(undefined)} />
      )}
    </Box>
  );
}
