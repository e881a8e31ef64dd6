/** Words about a change that meets another, before anything has to be decided. */
export const mergeText = {
  merged: (name: string) => `Merged with ${name || 'a teammate'}'s change`,
  newerFrom: 'Newer version from',
  teammate: 'a teammate',
  newerOfMine: 'You changed this in another window.',
  untouched: 'What you typed is untouched.',
  compare: 'Compare',
  notLoaded:
    'Somebody changed this while you were editing it. The comparison could not be loaded. What you typed is kept.',
};
