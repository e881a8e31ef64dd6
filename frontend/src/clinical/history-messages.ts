/** Words around the history of a thing: loaded beside the screen. */
export const historyButtonText = {
  history: 'History',
  life: 'Life of this error',
  lifeOf: (drug: string) => `Life of this error: ${drug}`,
  lives: 'Life of each error:',
  proof: 'Is this what was written?',
  notLoaded: 'The history could not be loaded.',
};
