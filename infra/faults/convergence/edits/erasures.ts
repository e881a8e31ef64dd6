/** Random erasures by two people beside the edits of the chart: one asks or withdraws, the team's admin agrees or refuses. */
import type { Erasure } from 'command-api/contract/erasures';
import type { Command } from '../calls.ts';
import type { Draw, Edit, EditContext } from './edit.ts';

/** The page of the patient, which no chart shows. */
const showNothing: Edit['show'] = () => undefined;

/** Of a chart whose patient may be erased in this run. */
function pathOf({ chart, team }: EditContext): string | undefined {
  const isErasable = team.admissions.find(({ id }) => id === chart.admission)?.isErasable === true;
  const patient = chart.view.details?.patient;
  return isErasable && patient !== undefined ? `/api/patients/${patient}/erasure` : undefined;
}

export const askErasure: Draw = (context) => {
  const path = pathOf(context);
  if (path === undefined) return undefined;
  return {
    what: 'RequestErasure',
    mayChangeNothing: false,
    show: showNothing,
    command: { method: 'POST', path, body: { category: 'wish', reason: context.mark } },
  };
};

/** After a look, as the screen needs it: whether one has asked, who, and the version. */
const answering =
  (what: string, command: (path: string, seen: Erasure, me: string) => Command | undefined): Draw =>
  (context) => {
    const path = pathOf(context);
    if (path === undefined) return undefined;
    return {
      what,
      mayChangeNothing: false,
      show: showNothing,
      command: { look: path, command: (seen) => command(path, seen as Erasure, context.member.userId) },
    };
  };

const isOpen = ({ request }: Erasure): boolean => request !== null && request.refused === undefined;

/** What is written between the look and the agreement is a conflict. */
export const agreeToErasure = answering('AgreeToErasure', (path, seen, me) =>
  isOpen(seen) && seen.request?.requestedBy !== me
    ? { method: 'PUT', path: `${path}/agree`, body: {}, ifMatch: seen.version }
    : undefined,
);
export const refuseErasure = answering('RefuseErasure', (path, seen) =>
  isOpen(seen) ? { method: 'PUT', path: `${path}/refuse`, body: {} } : undefined,
);
export const withdrawErasure = answering('WithdrawErasure', (path, seen, me) =>
  isOpen(seen) && seen.request?.requestedBy === me ? { method: 'DELETE', path } : undefined,
);
