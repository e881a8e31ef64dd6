import type { RecurrentPatient } from 'command-api/contract/reports';
import { Link } from 'react-router-dom';
import { paths } from '../../../platform/paths.ts';
import { formatDate } from '../../../platform/time/dates.ts';
import { FigureTable } from './figure-table.tsx';
import { admissionHref } from '../links.tsx';
import { reportsText as text } from '../messages.ts';
import { ClinicalText } from '../../../components/text/clinical-text.tsx';

/** The patients with two or more admissions; each admission is a link. */
export const RecurrentAdmissions = ({
  rows,
  asOf,
}: {
  rows: readonly RecurrentPatient[];
  asOf: string | undefined;
}) => (
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
      {rows.map((patient) => (
        <tr key={patient._id}>
          <th scope="row" className="name">
            <Link to={paths.patient.href(patient._id)} target="_blank" rel="noopener" dir="auto">
              {patient.names || text.noName}
            </Link>
          </th>
          <td className="number">{patient.admissionCount}</td>
          <td>
            <Admissions patient={patient} asOf={asOf} />
          </td>
        </tr>
      ))}
    </tbody>
  </FigureTable>
);

const Admissions = ({ patient, asOf }: { patient: RecurrentPatient; asOf: string | undefined }) =>
  patient.admDetails.map(({ _id, admissionDate }, index) => (
    <span key={_id}>
      {index > 0 && ' · '}
      <Link to={admissionHref(_id, asOf)} target="_blank" rel="noopener">
        <ClinicalText>{formatDate(admissionDate)}</ClinicalText>
      </Link>
    </span>
  ));
