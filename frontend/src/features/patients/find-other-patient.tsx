/** Finds the patient to merge with: near matches first, then a search of the team by name or record number. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { FoundPatient, Patient, SimilarPatient } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import { GitCompareArrows } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { FormField } from '../../components/forms/form-field.tsx';
import { MoreButton } from '../../components/page-boundary.tsx';
import { Panel } from '../../components/page.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { formatList } from '../../platform/language/format.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { patientSearchQuery, similarToQuery } from './api.ts';

const rows = {
  listStyle: 'none',
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '4',
    rowGap: '1',
    minHeight: '52px',
    paddingBlock: '1.5',
    borderBlockStartWidth: '1px',
    borderColor: 'border.muted',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .name': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& .fact': { color: 'fg.muted', fontSize: 'xs' },
  '& .act': { marginInlineStart: 'auto' },
};

export function FindOtherPatient({ patient }: { patient: Patient }) {
  const t = useTranslation();
  const similar = useQuery(similarToQuery(patient));
  const [typed, setTyped] = useState('');
  const [searched, setSearched] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSearched(typed.trim());
  };
  return (
    <Panel textAlign="start">
      <Box as="h2" fontSize="md" fontWeight="semibold">
        {t('patientMerge.find')}
      </Box>
      <Box color="fg.muted" marginBlockEnd="3">
        {t('patientMerge.findHint')}
      </Box>
      <Box as="h3" fontSize="sm" fontWeight="semibold">
        {t('patientMerge.similar')}
      </Box>
      <QueryBoundary query={similar} skeleton={<SkeletonRows rows={2} height="52px" />}>
        {(found) =>
          found.length === 0 ? (
            <Box color="fg.muted">{t('patientMerge.noneSimilar')}</Box>
          ) : (
            <Rows patients={found} of={patient} />
          )
        }
      </QueryBoundary>
      <form role="search" onSubmit={submit}>
        <Box display="flex" flexWrap="wrap" alignItems="end" gap="3" marginBlockStart="4" maxWidth="480px">
          <Box flex="1 1 200px">
            <FormField label={t('patientMerge.search')}>
              <Input
                dir="auto"
                type="search"
                autoComplete="off"
                maxLength={limits.name}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </FormField>
          </Box>
          <Button type="submit" variant="outline">
            {t('patientMerge.searchButton')}
          </Button>
        </Box>
      </form>
      {searched === '' ? null : <Found patient={patient} searched={searched} />}
    </Panel>
  );
}

function Found({ patient, searched }: { patient: Patient; searched: string }) {
  const t = useTranslation();
  const heading = useId();
  const found = useInfiniteQuery(patientSearchQuery(patient.team, { text: searched }));
  const patients = found.data?.pages.flatMap((page) => page.patients).filter(({ _id }) => _id !== patient._id);
  return (
    <Box as="section" aria-labelledby={heading} aria-busy={found.isFetching} marginBlockStart="3">
      <Box as="h3" id={heading} fontSize="sm" fontWeight="semibold">
        {t('patientMerge.found')}
      </Box>
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
      {patients === undefined ? (
        found.error ? null : (
          <SkeletonRows rows={2} height="52px" />
        )
      ) : patients.length === 0 ? (
        <Box role="status" color="fg.muted">
          {t('patientMerge.noneFound')}
        </Box>
      ) : (
        <Rows patients={patients} of={patient} />
      )}
      <MoreButton query={found}>{t('patients.more')}</MoreButton>
    </Box>
  );
}

function Rows({ patients, of }: { patients: readonly (FoundPatient | SimilarPatient)[]; of: Patient }) {
  const t = useTranslation();
  return (
    <Box as="ul" css={rows}>
      {patients.map((other) => (
        <li key={other._id}>
          <bdi className="name" dir="auto">
            {patientFullName(other)}
          </bdi>
          <span className="fact">
            {t('patients.born')} <ClinicalText>{formatDate(other.birthdate)}</ClinicalText>
          </span>
          {other.medicalRecordNumber === '' ? null : (
            <span className="fact">
              {t('patients.recordNumber')}{' '}
              <bdi dir="ltr">
                <ClinicalText>{other.medicalRecordNumber}</ClinicalText>
              </bdi>
            </span>
          )}
          {'agrees' in other && (
            <span className="fact">
              {t('patients.same', { fields: formatList(other.agrees.map((field) => t(`patients.agrees.${field}`))) })}
            </span>
          )}
          <Button asChild size="sm" variant="outline" className="act">
            <Link
              to={paths.mergePatient.href(of._id, other._id)}
              aria-label={t('patientMerge.compareWith', { name: patientFullName(other) })}
            >
              <GitCompareArrows size={14} aria-hidden />
              {t('patientMerge.compare')}
            </Link>
          </Button>
        </li>
      ))}
    </Box>
  );
}
