/** The inpatients of all teams who need a review most, with the reasons. The ward boards have the others. */
import { Box } from '@chakra-ui/react/box';
import type { Today } from 'language/contract/today';
import { BedDouble, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { placeText, shortPlace } from '../../clinical/care-details.ts';
import { ChartLink } from '../../clinical/chart-link.tsx';
import { reasonText, SHOWN_REASONS } from '../../clinical/priority-reasons.ts';
import { EmptyState } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { formatShortAge } from '../../platform/time/dates.ts';

const list = {
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  overflow: 'hidden',
  '& ul': { listStyle: 'none' },
  '& li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(3.5rem, auto) minmax(0, 1fr) auto',
    alignItems: 'baseline',
    columnGap: '3',
    paddingInline: '4',
    paddingBlock: '2',
    minHeight: '52px',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
    _hover: { bg: 'brand.subtle' },
  },
  '& .bed': { fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  // The whole row opens the chart.
  '& .name': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& .name::after': { content: '""', position: 'absolute', inset: 0 },
  '& .name:focus-visible::after': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  '& .who': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '3' },
  '& .facts': { fontSize: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  '& .reasons': { display: 'flex', flexWrap: 'wrap', columnGap: '4', fontSize: 'sm' },
  '& .reasons > span': { maxWidth: '100%', md: { truncate: true } },
  '& .points': {
    minWidth: '3ch',
    textAlign: 'center',
    fontWeight: 'bold',
    fontVariantNumeric: 'tabular-nums',
    color: 'brand.fg',
    bg: 'brand.muted',
    borderRadius: 'l1',
    paddingInline: '1.5',
  },
  '& .all': { display: 'flex', flexWrap: 'wrap', columnGap: '5', paddingInline: '4', paddingBlock: '1' },
  '& .all a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '44px',
    fontSize: 'xs',
    fontWeight: 'semibold',
    color: 'brand.fg',
    _hover: { textDecoration: 'underline' },
  },
  '& .all svg': { _rtl: { rotate: '180deg' } },
};

interface Props {
  today: Today;
  teams: readonly { readonly _id: string; readonly name: string }[];
}

export function TopPatients({ today: { today, patients }, teams }: Props) {
  const t = useTranslation();
  return (
    <Box css={list}>
      {patients.length === 0 ? (
        <EmptyState level={3} icon={<BedDouble size={32} aria-hidden />} title={t('today.noInpatients')}>
          {t('today.noInpatientsHint')}
        </EmptyState>
      ) : (
        <ul>
          {patients.map((patient) => (
            <li key={patient.admission}>
              <bdi className="bed" dir="ltr" title={placeText(patient)}>
                <ClinicalText>{shortPlace(patient) || '–'}</ClinicalText>
              </bdi>
              <span>
                <span className="who">
                  <ChartLink className="name" patient={patient._id} admission={patient.admission}>
                    <ClinicalName>{patientFullName(patient) || t('ward.unnamed')}</ClinicalName>
                  </ChartLink>
                  <span className="facts">
                    <ClinicalText>
                      {[formatShortAge(patient.birthdate, today), patient.medicalRecordNumber]
                        .filter(Boolean)
                        .join(' · ')}
                    </ClinicalText>
                  </span>
                  {teams.length > 1 ? <bdi className="facts">{patient.teamName}</bdi> : null}
                </span>
                <span className="reasons">
                  {patient.priority.reasons.slice(0, SHOWN_REASONS).map((one) => (
                    <span key={one.reason} title={reasonText(one)}>
                      <ClinicalText>{reasonText(one)}</ClinicalText>
                    </span>
                  ))}
                </span>
              </span>
              <span className="points" title={t('today.points', { points: patient.priority.points })}>
                {formatNumber(patient.priority.points)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="all">
        {teams.map(({ _id, name }) => (
          <Link key={_id} to={paths.ward.href(_id)}>
            <bdi>{t('today.allOf', { team: name })}</bdi>
            <ChevronRight size={14} aria-hidden />
          </Link>
        ))}
      </div>
    </Box>
  );
}
