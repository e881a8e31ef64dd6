/** Texts of the outbox. */
export const outboxText = {
  waits: (since: string) => `Waiting for the network since ${since}.`,
  tried: 'It has been sent, and no answer came.',
  sending: 'Sending…',
  refused: 'Not saved:',
  edit: 'Edit',
  editOf: (what: string) => `Edit what waits: ${what}`,
  withdrawIt: 'Withdraw',
  discardIt: 'Discard',
  withdrawOf: (what: string, refused: boolean) => `${refused ? 'Discard' : 'Withdraw'}: ${what}`,
  withdraw: (tried: boolean) => ({
    title: 'Withdraw this?',
    yes: 'Withdraw',
    no: 'Let it wait',
    body: tried
      ? 'It may have reached the server before the network went: then it will appear, and can be deleted there.'
      : 'It has not been sent. What you typed is discarded.',
  }),
  discard: {
    title: 'Discard this?',
    yes: 'Discard',
    no: 'Keep it',
    body: 'The server has refused it. What you typed is discarded.',
  },
  homeless: 'For a review that is not saved itself',
  count: (waiting: number, refused: number) =>
    [waiting > 0 ? `${waiting} waiting` : '', refused > 0 ? `${refused} refused` : ''].filter(Boolean).join(', '),
  long: 'What you saved and the server does not have yet',
  title: 'Not at the server yet',
  lead:
    'It is sent by itself, in this order, as soon as the network is back. ' +
    'It is kept in this tab only, for eight hours: leave the tab open.',
  go: 'Show',
  close: 'Close',
  sent: (what: string) => `Saved: ${what}`,
};
