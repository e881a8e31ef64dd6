import type { RecurrentPatient } from 'command-api/contract/reports';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { shownDate } from '../../platform/time/dates.ts';
import { FigureTable } from './figure-table.tsx';
import { stayOf } from './links.ts';
import { reportsText as text } from './messages.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';

/** Who was admitted twice or more: each stay opens its reviews. */
export const Recurrent = ({ found, asOf }: { found: readonly RecurrentPatient[]; asOf: string | undefined }) => (
  <FigureTable label={text.admissions}>
    <thead>
      <tr>
        <th scope="col">{text.patient}</th>
        <th scope="col" className="number">
          {text.admissions}
        </th>
        <th scope="col">{text.dates}</th>
      </tr>
    </thead>
    <tbody>
      {found.map((patient) => (
        <tr key={patient._id}>
          <th scope="row" className="name">
            <Link to={paths.patient.href(patient._id)} target="_blank" rel="noopener" dir="auto">
              {patient.names || text.noName}
            </Link>
          </th>
          <td className="number">{patient.admissionCount}</td>
          <td>
            <Stays of={patient} asOf={asOf} />
          </td>
        </tr>
      ))}
    </tbody>
  </FigureTable>
);

const Stays = ({ of, asOf }: { of: RecurrentPatient; asOf: string | undefined }) =>
  of.admDetails.map((stay, index) => (
    <span key={stay._id}>
      {index > 0 && ' · '}
      <Link to={stayOf(stay._id, asOf)} target="_blank" rel="noopener">
        <ClinicalText>{shownDate(stay.admissionDate)}</ClinicalText>
      </Link>
    </span>
  ));
