/**
 * Random transfers between the two teams of the run: the team of the chart offers and withdraws, the other one accepts
 * and declines, beside edits of the same chart.
 */
import { showHead } from './admission.ts';
import type { Draw, EditContext } from './edit.ts';

const otherTeamOf = ({ team, member }: EditContext): string =>
  member.team === team.otherTeam ? team.id : team.otherTeam;

export const offerTransfer: Draw = (context) => {
  const { chart, mark } = context;
  const { details } = chart.view;
  if (!details || details.transfer || details.dischargeDate !== null) return undefined;
  return {
    what: 'OfferTransfer',
    mayChangeNothing: false,
    show: showHead,
    command: {
      method: 'POST',
      path: `/api/admissions/${chart.admission}/transfer`,
      body: { toTeam: otherTeamOf(context), note: mark },
    },
  };
};

/** A teammate may have withdrawn the same offer. */
export const withdrawTransfer: Draw = ({ chart }) => {
  const offer = chart.view.details?.transfer?.offer;
  if (offer === undefined) return undefined;
  return {
    what: 'WithdrawTransfer',
    mayChangeNothing: true,
    show: showHead,
    command: { method: 'PUT', path: `/api/admissions/${chart.admission}/transfer/withdraw`, body: { offer } },
  };
};

/** Answers the offer of a chart that the screen does not show yet. */
const answering =
  (what: string, word: string, body: (mark: string) => object): Draw =>
  ({ chart, incoming, mark }) => {
    const offer = incoming.find(({ admission }) => admission === chart.admission)?.offer;
    if (offer === undefined) return undefined;
    return {
      what,
      mayChangeNothing: true,
      show: showHead,
      command: {
        method: 'PUT',
        path: `/api/admissions/${chart.admission}/transfer/${word}`,
        body: { offer, ...body(mark) },
      },
    };
  };
export const acceptTransfer = answering('AcceptTransfer', 'accept', () => ({}));
export const declineTransfer = answering('DeclineTransfer', 'decline', (reason) => ({ reason }));
