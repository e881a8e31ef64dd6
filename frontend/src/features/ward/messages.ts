/** Words of the ward board. */
export const wardText = {
  title: 'Ward board',
  handover: 'Handover',
  board: (team: string) => `Who lies in ${team} now`,
  counted: (patients: number, notReviewed: number) =>
    (patients === 1 ? '1 inpatient' : `${patients} inpatients`) +
    (notReviewed > 0 ? `, ${notReviewed} not reviewed today` : patients > 0 ? ', all reviewed today' : ''),
  columns: {
    name: 'Patient',
    age: 'Age',
    day: 'Day',
    reviewed: 'Reviewed today',
    news: 'New',
    pending: 'Pending',
    worst: 'Worst',
    overdue: 'Overdue',
    last: 'Last entry',
  },
  overdue: (count: number) => `${count} overdue`,
  dayOfStay: (day: number) => `day ${day}`,
  reviewed: 'Yes',
  notReviewed: 'Not yet',
  lastReview: (date: string) => `last ${date}`,
  never: 'never',
  changed: 'New',
  changedHint: 'Changed by others since you last looked at this chart',
  unnamed: 'Patient without a name here',
  empty: 'No inpatients now',
  emptyHint: 'Whoever is admitted stands here until their discharge.',
};
