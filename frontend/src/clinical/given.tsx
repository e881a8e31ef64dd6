/** The parts of a listed medication in rows. Each is isolated: they may be of two directions. */
import type { AdmissionMedication } from 'language/contract/entities';
import { ClinicalName, ClinicalText } from '../components/text/clinical-text.tsx';
import { holdText } from './listed-medications.ts';
import { givenText } from './routes-and-frequencies.ts';

export type GivenParts = Pick<AdmissionMedication, 'dose' | 'route' | 'frequency'>;

/** Spread into the styles of the root. */
export const givenStyle = {
  '& .held': { fontSize: 'sm', color: 'amber.fg', fontWeight: 'semibold' },
  '& .given': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '2',
    '& span + span::before': { content: '"·"', marginInlineEnd: '2', color: 'fg.subtle' },
  },
};

export const Given = ({ of: { dose, route, frequency } }: { of: GivenParts }) => (
  <span className="given">
    {[dose, route, frequency].filter(Boolean).map((given) => (
      <span key={given}>
        <ClinicalName>{givenText(given)}</ClinicalName>
      </span>
    ))}
  </span>
);

/** The hold that is open or ahead on a day. */
export function Held({ of, day }: { of: Pick<AdmissionMedication, 'hold'>; day: string }) {
  const text = holdText(of, day);
  if (text === '') return null;
  return (
    <span className="held">
      <ClinicalText>{text}</ClinicalText>
      {of.hold?.reason ? (
        <>
          {' · '}
          <ClinicalName>{of.hold.reason}</ClinicalName>
        </>
      ) : null}
    </span>
  );
}
