/** Random edits of an admission, its discharge and its gallery. */
import type { Admission, Written } from 'command-api/contract/entities';
import type { DischargeStatus } from 'command-api/domain/values/codes';
import { type Edit, type EditContext, type Draw, MOST_OF_A_KIND, html, oneOf, changing, removing } from './edit.ts';

/** The live note of the command makes the client read the details again. */
export const showHead: Edit['show'] = (chart, answer) =>
  chart.answered((answer as Written).revision, 'details', (held) => held);

type AdmissionFields = Pick<Admission, 'admissionDetails' | 'dischargeDate' | 'dischargeStatus' | 'dischargeNote'>;
const admissionFields = ({
  admissionDetails,
  dischargeDate,
  dischargeStatus,
  dischargeNote,
}: Admission): AdmissionFields => ({ admissionDetails, dischargeDate, dischargeStatus, dischargeNote });

const editingAdmission =
  (what: string, patchOf: (details: Admission, context: EditContext) => Partial<AdmissionFields>): Draw =>
  (context) => {
    const { details } = context.chart.view;
    if (!details) return undefined;
    const [base, patch] = [admissionFields(details), patchOf(details, context)];
    return changing<AdmissionFields>({
      what,
      show: showHead,
      groups: [['admissionDetails'], ['dischargeDate', 'dischargeStatus', 'dischargeNote']],
      base,
      version: details.version,
      mine: { ...base, ...patch },
      mayChangeNothing: !('admissionDetails' in patch),
      read: (current) => ({ version: (current as Admission).version, fields: admissionFields(current as Admission) }),
      command: (body) => ({ method: 'PUT', path: `/api/admissions/${context.chart.admission}/edit`, body }),
    });
  };
export const editDetails = editingAdmission('EditAdmission', (_, { mark }) => ({ admissionDetails: html(mark) }));
/** Discharges, or cancels the discharge. */
export const discharge = editingAdmission('EditAdmission (discharge)', ({ dischargeDate }, { team, random, mark }) =>
  dischargeDate === null
    ? { dischargeDate: team.today, dischargeStatus: random.between(0, 6) as DischargeStatus, dischargeNote: mark }
    : { dischargeDate: null, dischargeStatus: null, dischargeNote: '' },
);

export const addGroup: Draw = (context) => {
  const { chart, team, mark } = context;
  const image = team.admissions.find(({ id }) => id === chart.admission)?.image;
  if ((chart.view.details?.gallery.length ?? 0) >= MOST_OF_A_KIND) return removeGroup(context);
  return {
    what: 'AddGalleryGroup',
    mark,
    mayChangeNothing: false,
    show: showHead,
    command: {
      method: 'POST',
      path: `/api/admissions/${chart.admission}/gallery`,
      body: { title: mark, images: [{ image }] },
    },
  };
};

export const removeGroup: Draw = ({ chart, random }) => {
  const { details } = chart.view;
  const group = oneOf(random, details?.gallery);
  if (!details || !group) return undefined;
  return removing({
    what: 'RemoveGalleryGroup',
    show: showHead,
    version: details.version,
    command: { method: 'DELETE', path: `/api/admissions/${chart.admission}/gallery/${group._id}` },
  });
};
