import { Box } from '@chakra-ui/react/box';
import type { AdmissionMedication } from 'command-api/contract/entities';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { isTaken } from './medication-fields.ts';
import { medicationText as text } from './messages.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';

export const medicationListStyle = {
  '& ul': { listStyle: 'none', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l2', overflow: 'hidden' },
  '& li + li': { borderTopWidth: '1px', borderColor: 'border.muted' },
  '& .row': {
    display: 'flex',
    flexWrap: { base: 'wrap', sm: 'nowrap' },
    alignItems: 'flex-start',
    gap: '2',
    paddingBlock: '2',
    paddingInline: { base: '2', md: '3' },
  },
  '& .row[data-over]': { color: 'fg.muted', bg: 'bg.subtle' },
  '& li[data-drop=before]': { boxShadow: 'inset 0 2px 0 {colors.brand.solid}' },
  '& li[data-drop=after]': { boxShadow: 'inset 0 -2px 0 {colors.brand.solid}' },
  '& li[data-dragged] .row': { opacity: 0.5 },
  '& .body': { flex: { base: '1 1 60%', sm: '1' }, minWidth: 0, paddingBlockStart: '2px' },
  '& .first': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '3' },
  '& .given': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '2',
    '& span + span::before': { content: '"·"', marginInlineEnd: '2', color: 'fg.subtle' },
  },
  '& .dates': { fontSize: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  '& .note': {
    fontSize: 'sm',
    color: 'fg.muted',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    unicodeBidi: 'plaintext',
    textAlign: 'start',
  },
  '& .actions': {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    marginInlineStart: 'auto',
  },
  '& .handle': { cursor: 'grab', touchAction: 'none', color: 'fg.subtle', flexShrink: 0 },
  '& [data-dragged] .handle': { cursor: 'grabbing' },
};

/** The drug with dose, route and frequency, within `.first`. */
export function DrugAndDose({
  of: { drugLabel, dose, route, frequency },
}: {
  of: Pick<AdmissionMedication, 'drugLabel' | 'dose' | 'route' | 'frequency'>;
}) {
  return (
    <>
      <strong>
        <ClinicalName>{drugLabel}</ClinicalName>
      </strong>
      <span className="given">
        {[dose, route, frequency].filter(Boolean).map((given) => (
          <span key={given}>
            <ClinicalName>{given}</ClinicalName>
          </span>
        ))}
      </span>
    </>
  );
}

/** A medication as text. @param now the day for which it is shown */
export function MedicationLines({ medication, now }: { medication: AdmissionMedication; now: string }) {
  const { startDate, stopDate, note } = medication;
  return (
    <div className="body">
      <div className="first">
        <DrugAndDose of={medication} />
        <span className="dates">
          <ClinicalText>
            {startDate > now ? text.from(formatDate(startDate)) : text.since(formatDate(startDate))}
          </ClinicalText>
          <ClinicalText>
            {stopDate === null
              ? ''
              : `, ${isTaken(medication, now) ? text.until(formatDate(stopDate)) : text.stopped(formatDate(stopDate))}`}
          </ClinicalText>
        </span>
      </div>
      {note === '' ? null : (
        <div className="note">
          <ClinicalText>{note}</ClinicalText>
        </div>
      )}
    </div>
  );
}

/** The medications of an admission on a past day. `arrivals` is keyed by `medication:<id>`. */
export function ReadOnlyMedications({
  medications,
  now,
  arrivals,
}: {
  medications: readonly AdmissionMedication[];
  now: string;
  arrivals: ReadonlyMap<string, Arrival>;
}) {
  return (
    <Box as="section" aria-label={text.list} css={medicationListStyle}>
      <ul>
        {medications.map((medication) => (
          <li
            key={medication._id}
            data-item={`medication-${medication._id}`}
            data-new={arrivals.get(`medication:${medication._id}`)}
          >
            <div className="row" data-over={isTaken(medication, now) ? undefined : ''}>
              <MedicationLines medication={medication} now={now} />
            </div>
          </li>
        ))}
      </ul>
    </Box>
  );
}
