/** Words of the shared parts. */
export const uiText = {
  live: {
    live: { short: 'Live', long: 'Live: changes by your team appear by themselves' },
    connecting: { short: 'Connecting', long: 'Connecting for live changes' },
    reconnecting: { short: 'Reconnecting', long: 'The live connection was lost; trying again. What you see may be old.' },
    offline: { short: 'Offline', long: 'No network. What you see may be old, and nothing can be saved.' },
  },
};
