/** Words around the history of a thing: loaded beside the screen. */
export const historyButtonText = {
  history: 'History',
  notLoaded: 'The history could not be loaded. Reload the page.',
};
