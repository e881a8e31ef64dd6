/** Templates with the facts of the open chart. It loads the reader of written orders, with the templates. */
import { useQuery } from '@tanstack/react-query';
import type { OrderFact } from 'language/domain/checks/chart-facts';
import { fillTemplate, withMarks } from 'language/domain/checks/fill-template';
import { withoutPatientValues } from 'language/domain/checks/patient-values';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import { useContext, useMemo } from 'react';
import { chartFacts, classesOf } from '../../clinical/chart-facts.ts';
import { isSameMedicine } from '../../clinical/listed-medications.ts';
import { ChartContext } from '../../clinical/patient-drugs.ts';
import { sanitizedNodes } from '../../platform/text/sanitize.ts';
import { useHospitalClock } from '../../platform/time/instants.ts';
import { medicationsQuery } from '../../sync/reads/admission-lists.ts';
import { measurementsQuery } from '../../sync/reads/measurements.ts';

const noClasses = classesOf([], []);

/** Changes the texts of HTML: they become texts again, and no HTML. */
function withTexts(html: string, change: (text: string) => string): string {
  const holder = document.createElement('div');
  holder.append(sanitizedNodes(html));
  const texts = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) node.textContent = change(node.textContent ?? '');
  return holder.innerHTML;
}

interface TemplateFilling {
  /** The note of a template. Values that are not known, and those of another patient, are blanks. HTML in and out. */
  fill: (template: string) => string;
  /** The template of a note, without the values of its patient. HTML in and out. */
  templateOf: (note: string) => string;
}

/** @param drug the trade label of the entry, whose given orders have `{dose}` and `{daily}` */
export function useTemplateFilling({ id, label }: { id: string; label: string }): TemplateFilling {
  const chart = useContext(ChartContext);
  const { admission = '', team = '', patient } = chart ?? {};
  const enabled = chart !== undefined;
  const listed = useQuery({ ...medicationsQuery(admission, team), enabled }).data;
  const all = useQuery({ ...measurementsQuery(admission, team), enabled }).data?.measurements;
  const now = useHospitalClock();
  return useMemo(() => {
    const facts =
      patient &&
      chartFacts({
        person: patient,
        allergies: patient.allergies,
        medications: (listed ?? []).filter((one) => isSameMedicine(one.drug, id)),
        readings: (all ?? []).filter((one) => one.admission === admission),
        all: all ?? [],
        now,
        classes: noClasses,
      });
    const values = facts?.values ?? {};
    const given = facts?.orders.filter(({ isActive }) => isActive) ?? [];
    const subject = {
      orders: given.length > 0 ? given : [notListed(id, label)],
      allergies: facts?.allergies ?? [],
    };
    return {
      fill: (template) =>
        withTexts(withoutPatientValues(template), (text) => fillTemplate(text, { values }, subject).text),
      templateOf: (note) => withoutPatientValues(withTexts(note, (text) => withMarks(text, values))),
    };
  }, [patient, listed, all, admission, now, id, label]);
}

/** The drug of an entry that the list of medications does not have: its name is known. */
const notListed = (id: string, label: string): OrderFact => ({
  orderId: '',
  label,
  root: drugOfTradeLabel(id),
  tags: [],
  isActive: true,
  route: undefined,
  single: undefined,
  daily: undefined,
});
