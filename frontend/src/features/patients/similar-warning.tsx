import { Box } from '@chakra-ui/react/box';
import type { SimilarPatient } from 'command-api/contract/entities';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { patientsText as text } from './messages.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';

const box = {
  bg: 'amber.subtle',
  color: 'amber.fg',
  borderWidth: '1px',
  borderColor: 'amber.border',
  borderRadius: 'l3',
  paddingInline: '4',
  paddingBlock: '3',
  '& h3': { display: 'flex', alignItems: 'center', gap: '2', fontWeight: 'semibold' },
  '& ul': { listStyle: 'none', marginBlockStart: '1' },
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '3',
    paddingBlock: '1',
    fontVariantNumeric: 'tabular-nums',
  },
  '& a': { fontWeight: 'semibold', textDecoration: 'underline' },
  '& .agrees': { fontSize: 'xs' },
};

/**
 * Who may be the same person, nearest first, and in what they agree. Each opens in a new tab, so that what is typed
 * stays.
 */
export function SimilarWarning({ similar }: { similar: readonly SimilarPatient[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box css={box} role="group" aria-label={text.similar(similar.length)}>
      <h3 ref={heading} tabIndex={-1}>
        <TriangleAlert size={18} aria-hidden />
        {text.similar(similar.length)}
      </h3>
      <p>{text.similarHint}</p>
      <ul>
        {similar.map((patient) => (
          <li key={patient._id}>
            <Link to={paths.patient.href(patient._id)} target="_blank" rel="noopener">
              <bdi dir="auto">{patientFullName(patient)}</bdi>
            </Link>
            <span>
              {text.born} <ClinicalText>{formatDate(patient.birthdate)}</ClinicalText>
            </span>
            {patient.medicalRecordNumber !== '' && (
              <span>
                {text.record}{' '}
                <bdi dir="ltr">
                  <ClinicalText>{patient.medicalRecordNumber}</ClinicalText>
                </bdi>
              </span>
            )}
            <span className="agrees">{text.agrees(patient.agrees)}</span>
          </li>
        ))}
      </ul>
    </Box>
  );
}
