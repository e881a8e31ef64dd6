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

export const chartText = { asTable: 'Show as table', asChart: 'Show as chart', notDrawn: 'The chart could not be loaded: here are its figures.' };

export const videoText = {
  play: (title: string) => `Play ${title}`,
  from: (service: string) => `Plays from ${service}: only then does your browser talk to it.`,
  failed: 'This video could not be played: the file is not there, or of a kind that this browser does not play.',
  elsewhere: 'Open it in a new tab',
};
