/** The list of who is on a drug, on paper (docs/product.md, "Who is on a drug"). */
import type { DrugUsePatient } from 'language/contract/drug-use';
import { useQuery } from '@tanstack/react-query';
import { PrintedPatient } from '../../clinical/printed-patient.tsx';
import { Fact, PrintedBy, PrintSheet } from '../../components/print-sheet.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { personName } from '../../platform/text/names.ts';
import { dayOfStay, formatDate, weekday } from '../../platform/time/dates.ts';
import type { DrugUseCriteria } from '../../sync/cache/query-keys.ts';
import { recordDrugUsePrinted } from '../../sync/record-access.ts';
import { allDrugUseQuery, keyOf, type WholeDrugUse } from './api.ts';
import { closedTeamsText, doseOf, sourceOf, subjectName } from './words.ts';
import './drug-use-sheet.css';

interface Props {
  /** Undefined: all teams. */
  team: { _id: string; name: string } | undefined;
  criteria: DrugUseCriteria;
  onPrinted: () => void;
}

/** Prints once all pages are read: a part of the list would look like all of it. */
export default function DrugUseOnPaper({ team, criteria, onPrinted }: Props) {
  const found = useQuery(allDrugUseQuery(team?._id ?? '', criteria));
  if (found.error) return <ErrorAlert error={found.error} onRetry={() => void found.refetch()} onDismiss={onPrinted} />;
  return found.isFetchedAfterMount && found.data ? (
    <Sheet team={team} found={found.data} onPrinted={onPrinted} />
  ) : null;
}

function Sheet({ team, found, onPrinted }: Pick<Props, 'team' | 'onPrinted'> & { found: WholeDrugUse }) {
  const t = useTranslation();
  const user = useSessionUser();
  const { of, on, since, patients, had, total, hadTotal, closedTeams } = found;
  return (
    <PrintSheet
      onPrint={() => {
        // The look of the admin account is in the access log of each team already.
        if (team) recordDrugUsePrinted(team._id, patients.length + had.length, of.drugId);
      }}
      onPrinted={onPrinted}
      head={
        <>
          <h1>
            <ClinicalText>{t('drugUse.paperTitle', { drug: subjectName(of) })}</ClinicalText>
          </h1>
          <div className="facts">
            <b>{team ? <bdi>{team.name}</bdi> : t('drugUse.allTeams')}</b>
            <ClinicalText>{`${weekday(on)} ${formatDate(on)}`}</ClinicalText>
            <span>{t('drugUse.onIt', { patients: total })}</span>
            {closedTeams ? <b>{closedTeamsText(closedTeams)}</b> : null}
            <PrintedBy by={user ? personName(user) : ''} />
          </div>
        </>
      }
    >
      <List patients={patients} total={total} on={on} hasTeams={!team} none={t('drugUse.none')} />
      <h2>
        <ClinicalText>{t('drugUse.hadSince', { since: formatDate(since), stays: hadTotal })}</ClinicalText>
      </h2>
      <List patients={had} total={hadTotal} on={on} hasTeams={!team} none={t('drugUse.hadNone')} />
      <p className="from">{t('drugUse.explained')}</p>
    </PrintSheet>
  );
}

function List({
  patients,
  total,
  on,
  hasTeams,
  none,
}: {
  patients: readonly DrugUsePatient[];
  total: number;
  on: string;
  hasTeams: boolean;
  none: string;
}) {
  const t = useTranslation();
  if (patients.length === 0) return <p>{none}</p>;
  return (
    <>
      {patients.map((patient, index) => (
        <Block key={keyOf(patient)} number={index + 1} patient={patient} on={on} hasTeams={hasTeams} />
      ))}
      {total > patients.length ? <p>{t('drugUse.moreStays', { count: total - patients.length })}</p> : null}
    </>
  );
}

function Block({
  number,
  patient,
  on,
  hasTeams,
}: {
  number: number;
  patient: DrugUsePatient;
  on: string;
  hasTeams: boolean;
}) {
  const t = useTranslation();
  const { admissionDate, dischargeDate, teamName, uses } = patient;
  const isGone = dischargeDate !== null && dischargeDate <= on;
  return (
    <section className="drug-use">
      <div>
        <PrintedPatient number={number} patient={patient} on={on}>
          {isGone ? (
            <ClinicalText>{t('drugUse.discharged', { date: formatDate(dischargeDate) })}</ClinicalText>
          ) : (
            <Fact label={t('ward.columns.day')}>{dayOfStay(admissionDate, on) ?? '–'}</Fact>
          )}
          {hasTeams ? <bdi>{teamName}</bdi> : null}
        </PrintedPatient>
      </div>
      <ul>
        {uses.map((use, at) => (
          <li key={at}>
            <b>
              <ClinicalName>{use.drugLabel}</ClinicalName>
            </b>{' '}
            <bdi dir="auto">
              <ClinicalText>{doseOf(use)}</ClinicalText>
            </bdi>
            <div className="source">
              <ClinicalText>{sourceOf(use)}</ClinicalText>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
