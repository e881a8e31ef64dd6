/** The discharge medication list for the patient: one page in plain words of the chosen language. */
import type { AdmissionDetails } from 'language/contract/entities';
import type { ReconciledLine } from 'language/contract/reconciliation';
import { orderAfter } from 'language/domain/admission/reconciliation';
import { briefOf } from '../../../clinical/allergies-line.tsx';
import type { ShownLine } from '../../../clinical/reconciled-lines.ts';
import { PrintSheet } from '../../../components/print-sheet.tsx';
import { ClinicalName, ClinicalText } from '../../../components/text/clinical-text.tsx';
import type { Words } from '../../../platform/language/language.ts';
import { patientFullName } from '../../../platform/text/names.ts';
import { today } from '../../../platform/time/dates.ts';
import { dayTimes, intakeOf } from './day-times.ts';
import './discharge-list.css';

interface Props {
  admission: AdmissionDetails;
  lines: readonly ShownLine[];
  words: Words;
  by: string;
  onPrint: () => void;
  onPrinted: () => void;
}
interface Told {
  readonly line: ShownLine;
  readonly decision: ReconciledLine;
  readonly label: string;
}

export function PatientList({ admission, lines, words, by, onPrint, onPrinted }: Props) {
  const { t } = words;
  const told = lines.flatMap((line): Told[] =>
    line.decision
      ? [{ line, decision: line.decision, label: orderAfter(line.decision.action, line)?.drugLabel ?? line.label }]
      : [],
  );
  const of = (...actions: readonly string[]) => told.filter(({ decision }) => actions.includes(decision.action));
  const taken = of('continued', 'changed', 'new');
  const [held, stopped] = [of('held'), of('stopped')];
  return (
    <PrintSheet words={words} head={<Head admission={admission} words={words} by={by} />} {...{ onPrint, onPrinted }}>
      <div className="for-patient">
        <h1>{t('dischargeList.take')}</h1>
        {taken.length === 0 ? (
          <p>{t('dischargeList.takeNothing')}</p>
        ) : (
          <table className="take">
            <thead>
              <tr>
                <th scope="col" className="medicine">
                  {t('dischargeList.medicine')}
                </th>
                {dayTimes.map((time) => (
                  <th key={time} scope="col">
                    {t(`dischargeList.at.${time}`)}
                  </th>
                ))}
                <th scope="col" className="long">
                  {t('dischargeList.howLong')}
                </th>
              </tr>
            </thead>
            {taken.map((one) => (
              <Taken key={one.line.id.id} {...one} words={words} />
            ))}
          </table>
        )}
        <NotTaken title={t('dischargeList.notForNow')} list={held} words={words} />
        <NotTaken title={t('dischargeList.stopTaking')} list={stopped} words={words} />
        <p className="ask">{t('dischargeList.ask')}</p>
      </div>
    </PrintSheet>
  );
}

function Head({ admission, words: { t }, by }: Pick<Props, 'admission' | 'words' | 'by'>) {
  const { patientDetails: patient, teamName, dischargeDate } = admission;
  const allergies = patient.allergies && briefOf(patient.allergies);
  return (
    <div className="for-patient">
      <div className="title">{t('dischargeList.forPatient')}</div>
      <div className="name">
        <bdi dir="auto">{patientFullName(patient)}</bdi>
      </div>
      <div className="facts">
        <span>
          {t('patients.recordNumber')} <b dir="ltr">{patient.medicalRecordNumber || '–'}</b>
        </span>
        <span>
          {t('dischargeList.date')}{' '}
          <b>
            <bdi dir="ltr">{(dischargeDate ?? today()).slice(0, 10)}</bdi>
          </b>
        </span>
        <span>
          {t('dischargeList.team')}{' '}
          <b>
            <bdi>{teamName}</bdi>
          </b>
        </span>
        <span>
          {t('dischargeList.pharmacist')}{' '}
          <b>
            <bdi>{by}</bdi>
          </b>
        </span>
      </div>
      {allergies ? (
        <div className="facts">
          <span>
            {t('allergies.title')}{' '}
            <b>
              {allergies.state === 'listed'
                ? allergies.list.map(({ name }, index) => (
                    <span key={name}>
                      {index === 0 ? '' : t('component.nextName')}
                      <bdi>{name}</bdi>
                    </span>
                  ))
                : t(`allergies.printed.${allergies.state}`)}
            </b>
          </span>
        </div>
      ) : null}
    </div>
  );
}

/** The amount at each time of the day; where the times are not told, the frequency over all of them. */
function Taken({ line: { home, stay }, decision, label, words }: Told & { words: Words }) {
  const { t } = words;
  const { action, reason, until, advice } = decision;
  const { amount, times, when, meal, route } = intakeOf(decision, words);
  const indication = stay?.indication || home?.indication || (action === 'new' ? reason : '');
  const details = [route, meal].filter(Boolean);
  return (
    <tbody className="keep">
      <tr>
        <td rowSpan={advice === '' ? 1 : 2}>
          <b className="drug">
            <ClinicalName>{label}</ClinicalName>
          </b>
          {indication === '' ? null : (
            <div>
              <ClinicalText>{t('dischargeList.for', { indication })}</ClinicalText>
            </div>
          )}
          {details.length === 0 ? null : (
            <div>
              {details.map((one) => (
                <span key={one} className="detail">
                  <ClinicalName>{one}</ClinicalName>
                </span>
              ))}
            </div>
          )}
          {action === 'changed' || action === 'new' ? (
            <div className="mark">{t(`dischargeList.marks.${action}`)}</div>
          ) : null}
        </td>
        {times.length > 0 ? (
          dayTimes.map((time) => (
            <td key={time} className="amount">
              {times.includes(time) ? <ClinicalName>{amount || '✓'}</ClinicalName> : null}
            </td>
          ))
        ) : (
          <td colSpan={dayTimes.length} className="amount">
            {[amount, when].filter(Boolean).map((one) => (
              <div key={one}>
                <ClinicalName>{one}</ClinicalName>
              </div>
            ))}
          </td>
        )}
        <td>
          {until === null ? (
            t('dischargeList.keepTaking')
          ) : (
            <ClinicalText>{t('dischargeList.untilDay', { day: until })}</ClinicalText>
          )}
        </td>
      </tr>
      {advice === '' ? null : (
        <tr>
          <td colSpan={dayTimes.length + 1} className="advice">
            <ClinicalName>{advice}</ClinicalName>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function NotTaken({ title, list, words: { t } }: { title: string; list: readonly Told[]; words: Words }) {
  if (list.length === 0) return null;
  return (
    <div className="keep not-taken">
      <h2>{title}</h2>
      <ul>
        {list.map(({ line, decision: { action, reason, until, advice }, label }) => (
          <li key={line.id.id}>
            <b>
              <ClinicalName>{label}</ClinicalName>
            </b>
            {[
              reason,
              ...(action === 'held'
                ? [until === null ? t('dischargeList.untilTold') : t('dischargeList.againFrom', { day: until })]
                : []),
              advice,
            ]
              .filter(Boolean)
              .map((one) => (
                <span key={one} className="detail">
                  <ClinicalName>{one}</ClinicalName>
                </span>
              ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
