/** The discharge medication list for the next doctor: each decision with its reason, in the language of the page. */
import type { AdmissionDetails } from 'language/contract/entities';
import { type ReconciliationAction, reconciliationActions } from 'language/domain/values/codes';
import { PrintedStay } from '../../../clinical/printed-stay.tsx';
import { reconciliationActionLabel } from '../../../clinical/code-labels.ts';
import { givenText } from '../../../clinical/routes-and-frequencies.ts';
import { type ShownLine, unexplainedIn } from '../../../clinical/reconciled-lines.ts';
import { Fact, PrintSheet } from '../../../components/print-sheet.tsx';
import { ClinicalName, ClinicalNames, ClinicalText } from '../../../components/text/clinical-text.tsx';
import { useTranslation } from '../../../platform/language/use-translation.ts';
import { formatDate, today } from '../../../platform/time/dates.ts';
import './discharge-list.css';

interface Props {
  admission: AdmissionDetails;
  lines: readonly ShownLine[];
  /** The measured values in a line, with the kidney. */
  values: string;
  by: string;
  onPrint: () => void;
  onPrinted: () => void;
}
interface Written {
  readonly dose: string;
  readonly route: string;
  readonly frequency: string;
}
const orderText = ({ dose, route, frequency }: Written): string =>
  [dose, givenText(route), givenText(frequency)].filter(Boolean).join(' · ');

export function DoctorList({ admission, lines, values, by, onPrint, onPrinted }: Props) {
  const t = useTranslation();
  const open = unexplainedIn(lines);
  const left = formatDate(admission.dischargeDate ?? today());
  return (
    <PrintSheet
      head={
        <PrintedStay admission={admission} on={left} values={values} by={by}>
          <Fact label={t('dischargeList.date')}>
            <ClinicalText>{left}</ClinicalText>
          </Fact>
        </PrintedStay>
      }
      {...{ onPrint, onPrinted }}
    >
      <h1>{t('dischargeList.forDoctor')}</h1>
      {reconciliationActions.map((action) => (
        <Decided key={action} action={action} lines={lines.filter(({ decision }) => decision?.action === action)} />
      ))}
      {open.length === 0 ? null : (
        <>
          <h2>{t('dischargeList.notDecided')}</h2>
          <p>
            <ClinicalNames>{open.map(({ label }) => label)}</ClinicalNames>
          </p>
        </>
      )}
    </PrintSheet>
  );
}

function Decided({ action, lines }: { action: ReconciliationAction; lines: readonly ShownLine[] }) {
  const t = useTranslation();
  if (lines.length === 0) return null;
  return (
    <>
      <h2>{reconciliationActionLabel(action)}</h2>
      <table className="decided">
        <tbody>
          {lines.map(({ id, home, stay, label, decision }) => {
            if (!decision) return null;
            const { reason, until, advice } = decision;
            const name = home && stay && action !== 'continued' ? stay.drugLabel : label;
            const indication = stay?.indication || home?.indication || '';
            const before = home && action === 'changed' ? orderText(home) : '';
            const facts = [
              indication === '' ? '' : t('medication.for', { indication }),
              before === '' ? '' : t('dischargeList.before', { order: before }),
              reason,
              action === 'held' && until === null ? t('dischargeList.noDay') : '',
              until === null
                ? ''
                : t(action === 'held' ? 'reconciliation.resumesOn' : 'reconciliation.untilDay', { day: until }),
              advice,
            ].filter(Boolean);
            return (
              <tr key={id.id} className="keep">
                <th scope="row" className="drug">
                  <bdi>{name}</bdi>
                </th>
                <td className="order">
                  <ClinicalName>{orderText(action === 'stopped' ? (home ?? stay ?? decision) : decision)}</ClinicalName>
                </td>
                <td>
                  {facts.map((fact) => (
                    <div key={fact}>
                      <ClinicalName>{fact}</ClinicalName>
                    </div>
                  ))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
