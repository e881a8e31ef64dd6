/** Words of the shared parts that no first page shows: it does not wait for them. */
export const behindText = {
  words: 'What you see may be a little behind. It catches up by itself.',
  again: 'Read again',
};

export const liveText = {
  live: { short: 'Live', long: 'Live: changes by your team appear by themselves' },
  connecting: { short: 'Connecting', long: 'Connecting for live changes' },
  reconnecting: { short: 'Reconnecting', long: 'The live connection was lost; trying again. What you see may be old.' },
  offline: {
    short: 'Offline',
    long: 'No network. What you see may be old. Reviews, entries, notes and medications can be written: they wait here and are sent by themselves.',
  },
  lastHeard: (at: string) => `Last update ${at}`,
};

export const chartText = {
  asTable: 'Show as table',
  asChart: 'Show as chart',
  notDrawn: 'The chart could not be loaded: here are its figures.',
};

export const videoText = {
  play: (title: string) => `Play ${title}`,
  from: (service: string) => `Plays from ${service}: only then does your browser talk to it.`,
  failed: 'This video could not be played: the file is not there, or of a kind that this browser does not play.',
  elsewhere: 'Open it in a new tab',
};

export const peopleText = { left: 'Have left the team', unknown: 'Somebody who has left the team' };
