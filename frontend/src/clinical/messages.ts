/** Words of the clinical components. */
export const markText = {
  pending: 'Pending',
  notGraded: 'Not graded',
  followUp: {
    later: (date: string) => `Follow up ${date}`,
    today: (date: string) => `Follow up today (${date})`,
    overdue: (date: string) => `Overdue since ${date}`,
  },
};

export const historyButtonText = {
  history: 'History',
  life: 'Life of this error',
  lifeOf: (drug: string) => `Life of this error: ${drug}`,
  lives: 'Life of each error:',
  proof: 'Is this what was written?',
  notLoaded: 'The history could not be loaded.',
};

export const peopleText = { left: 'Have left the team', unknown: 'Somebody who has left the team' };
