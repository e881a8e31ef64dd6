/** Prints the discharge medication list: for the patient in a chosen language, and for the next doctor with the reasons. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { AdmissionDetails } from 'language/contract/entities';
import { languages } from 'virtual:languages';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { compactValues, headerValues } from '../../../clinical/measured-values.ts';
import { type ShownLine, unexplainedIn } from '../../../clinical/reconciled-lines.ts';
import { FormField } from '../../../components/forms/form-field.tsx';
import { Select } from '../../../components/forms/select.tsx';
import { notify } from '../../../components/toasts/toaster.tsx';
import { type Words, wordsIn } from '../../../platform/language/language.ts';
import { useLanguage, useTranslation } from '../../../platform/language/use-translation.ts';
import { useHospitalClock } from '../../../platform/time/instants.ts';
import { recordDischargeListPrinted } from '../../../sync/record-access.ts';
import { measurementsQuery } from '../../../sync/reads/measurements.ts';
import { teamQuery } from '../../../sync/reads/shared-reads.ts';
import { DoctorList } from './doctor-list.tsx';
import { PatientList } from './patient-list.tsx';

interface Props {
  admission: AdmissionDetails;
  lines: readonly ShownLine[];
  /** The person who prints. */
  by: string;
}

export function DischargeLists({ admission, lines, by }: Props) {
  const t = useTranslation();
  const page = useLanguage();
  const [code, setCode] = useState(page.language.code);
  /** The sheet that is printed: its words for the patient, or that for the doctor. */
  const [sheet, setSheet] = useState<Words | 'doctor'>();
  const now = useHospitalClock();
  const measurements = useQuery(measurementsQuery(admission._id, admission.team));
  const team = useQuery(teamQuery(admission.team));
  const open = unexplainedIn(lines).length;
  const readings = measurements.data?.measurements.filter((one) => one.admission === admission._id) ?? [];
  const known = { readings, person: admission.patientDetails, now };
  const values = team.data ? compactValues(headerValues(known, team.data)) : '';
  const printForPatient = async (): Promise<void> => {
    try {
      setSheet(await wordsIn(code));
    } catch {
      notify.failed(t('dischargeList.notLoaded'));
    }
  };
  const printed = {
    onPrint: () => recordDischargeListPrinted(admission.team, admission._id),
    onPrinted: () => setSheet(undefined),
  };
  return (
    <Box asChild marginBlockStart="4" data-print="hide">
      <section aria-label={t('dischargeList.title')}>
        <Box asChild fontWeight="semibold">
          <h3>{t('dischargeList.title')}</h3>
        </Box>
        {open > 0 ? <p className="open">{t('dischargeList.undecided', { count: open })}</p> : null}
        <Box display="flex" flexWrap="wrap" alignItems="flex-end" gap="3" marginBlockStart="2">
          <Box width="14rem">
            <FormField label={t('dischargeList.language')}>
              <Select
                size="sm"
                options={languages.map(({ code: one, name }) => [one, name])}
                value={code}
                onChange={setCode}
              />
            </FormField>
          </Box>
          <Button size="sm" disabled={open > 0} onClick={() => void printForPatient()}>
            <Printer size={15} aria-hidden />
            {t('dischargeList.printForPatient')}
          </Button>
          <Button size="sm" variant="outline" onClick={() => setSheet('doctor')}>
            <Printer size={15} aria-hidden />
            {t('dischargeList.printForDoctor')}
          </Button>
        </Box>
        {sheet === 'doctor' ? (
          <DoctorList admission={admission} lines={lines} values={values} by={by} {...printed} />
        ) : sheet ? (
          <PatientList admission={admission} lines={lines} words={sheet} by={by} {...printed} />
        ) : null}
      </section>
    </Box>
  );
}
