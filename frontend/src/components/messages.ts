/** Words of the shared parts. */
export const uiText = {
  home: 'Home',
  breadcrumb: 'Breadcrumb',
  strength: 'Password strength',
  pending: 'Pending',
  notGraded: 'Not graded',
  followUp: {
    later: (date: string) => `Follow up ${date}`,
    today: (date: string) => `Follow up today (${date})`,
    overdue: (date: string) => `Overdue since ${date}`,
  },
};
