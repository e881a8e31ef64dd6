/** On the patient's page: the request to erase the patient, or the form to ask for it. Loaded with the page's end. */
import * as patientCalls from 'language/contract/calls/patients';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { Patient, Team } from 'language/contract/entities';
import type { ErasureRequest } from 'language/contract/erasures';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { policy } from '../../clinical/policy.ts';
import { PanelSection } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';
import { erasureQuery } from './api.ts';
import { LookDialog } from './look-dialog.tsx';
import { RequestErasure } from './request-form.tsx';
import { categoryLabel } from './words.ts';

export default function PatientErasure({ patient, team }: { patient: Patient; team: Team }) {
  const t = useTranslation();
  const user = useSessionUser();
  const navigate = useNavigate();
  const [isLooking, setIsLooking] = useState(false);
  const { data } = useQuery(erasureQuery(patient._id));
  if (!user || !data) return null;
  const mayAsk = policy.edit(user, team) || policy.administer(user, team);
  const { request } = data;
  const open = request?.refused ? undefined : request;
  if (!open && !request?.refused && !mayAsk && !isLooking) return null;
  return (
    <PanelSection title={t('erasure.title')} titleSize="md" headSpace="2">
      <Box display="grid" gap="3">
        {open ? (
          <OpenRequest
            request={open}
            mayAnswer={policy.administer(user, team)}
            isOwn={open.requestedBy === user._id}
            onLook={() => setIsLooking(true)}
          />
        ) : (
          <>
            {request?.refused && (
              <Box>
                <ClinicalText>
                  {t('erasure.refused', { name: request.refused.byName, at: formatInstant(request.refused.at) })}
                </ClinicalText>
              </Box>
            )}
            {mayAsk && (
              <>
                <Box color="fg.muted">{t('erasure.askHint')}</Box>
                <RequestErasure patient={patient} />
              </>
            )}
          </>
        )}
      </Box>
      {/* Not with the open request: a request that ends while the dialog is open leaves its sentence there. */}
      <LookDialog
        looked={
          isLooking
            ? { patient: patient._id, name: patientFullName(patient), recordNumber: patient.medicalRecordNumber }
            : undefined
        }
        onClose={() => setIsLooking(false)}
        onErased={() => void navigate(paths.patients.href(data.team), { replace: true })}
      />
    </PanelSection>
  );
}

interface OpenProps {
  request: ErasureRequest;
  mayAnswer: boolean;
  isOwn: boolean;
  onLook: () => void;
}

function OpenRequest({ request, mayAnswer, isOwn, onLook }: OpenProps) {
  const t = useTranslation();
  const withdraw = useCommand(patientCalls.withdrawErasure, {
    onSuccess: () => {
      notify.saved(t('erasure.withdrawn'));
      void queryClient.invalidateQueries({ queryKey: queryKeys.erasure(request._id) });
    },
  });
  return (
    <>
      <Box color="amber.fg" bg="amber.subtle" borderRadius="l2" paddingInline="3" paddingBlock="2" role="status">
        <ClinicalText>
          {t('erasure.requested', {
            name: request.requestedByName,
            at: formatInstant(request.requestedAt),
            until: formatInstant(request.endsAt),
          })}
        </ClinicalText>
      </Box>
      <Box>
        <Box as="span" fontWeight="semibold">
          {categoryLabel(request.category)}
        </Box>
        {request.reason !== undefined && (
          <Box dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
            <ClinicalText>{request.reason}</ClinicalText>
          </Box>
        )}
      </Box>
      <ErrorAlert error={withdraw.error} />
      {isOwn && <Box color="fg.muted">{t('erasure.own')}</Box>}
      <Box display="flex" flexWrap="wrap" gap="3">
        {isOwn && (
          <Button
            variant="outline"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ params: { id: request._id }, team: request.team })}
          >
            {t('erasure.withdraw')}
          </Button>
        )}
        {mayAnswer && !isOwn && (
          <Button variant="outline" colorPalette="red" onClick={onLook}>
            {t('erasure.look')}
          </Button>
        )}
      </Box>
    </>
  );
}
