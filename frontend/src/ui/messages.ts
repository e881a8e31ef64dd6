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
  behind: { words: 'What you see may be a little behind. It catches up by itself.', again: 'Read again' },
  live: {
    live: { short: 'Live', long: 'Live: changes by your team appear by themselves' },
    connecting: { short: 'Connecting', long: 'Connecting for live changes' },
    reconnecting: { short: 'Reconnecting', long: 'The live connection was lost; trying again. What you see may be old.' },
    offline: { short: 'Offline', long: 'No network. What you see may be old, and nothing can be saved.' },
  },
};
