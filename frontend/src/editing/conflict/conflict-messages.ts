/** Words of the comparison of two changes: loaded with it. */
export const conflictText = {
  me: 'You (in another window)',
  somebody: 'Somebody',
  changed: (at: string) => `changed this${at === '' ? '' : ` at ${at}`} while you were editing it.`,
  field: 'Field',
  was: 'Was',
  yours: 'Yours',
  theirs: 'Theirs',
  saved: '(saved)',
  other: 'Other window',
  keepMine: 'Keep mine and save',
  takeTheirs: 'Use theirs',
  takeOther: 'Use the other',
  goOn: 'Go on editing',
};
