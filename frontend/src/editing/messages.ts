/** Words of the editors, drafts and conflicts. */
export const discardText = {
  title: 'Discard what you typed?',
  body: 'It has not been saved.',
  yes: 'Discard',
  no: 'Go on editing',
};

export const editorText = {
  saving: 'Saving…',
  dateMissing: 'Enter a date',
};

export const draftText = {
  offer: (what: string, at: string, isMoved: boolean) =>
    `Draft of ${what} from ${at}, not saved.${isMoved ? ' It has been changed since: you will see both.' : ''}`,
  restore: 'Restore',
  discard: 'Discard',
  replace: {
    title: 'Replace what you typed?',
    body: 'What you have typed since is discarded for the draft.',
    yes: 'Replace',
    no: 'Go on editing',
  },
};

/** A change that meets another, before anything has to be decided. */
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

/** The comparison of two changes. */
export const conflictText = {
  me: 'You (in another window)',
  unknownPerson: 'Somebody',
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

/** Text of a thing that was deleted, or that is closed to its author. */
export const unsavedText = {
  closed: 'This is no longer open to you',
  why: 'It was deleted, or you are no longer a member of its team. Nothing of it is shown or sent any more.',
  gone: 'What you were writing here was deleted meanwhile. Your words are still here.',
  again: { review: 'Add as a new review', note: 'Add as a new note', entry: 'Add as a new entry' },
  discard: 'Discard',
  yours: 'What you typed and had not saved is kept here until you leave this page.',
  typed: 'What you typed, if you have not copied it',
  copy: 'Copy my text',
  copied: 'Copied',
  notCopied: 'It could not be copied: select it and copy it by hand.',
  home: 'Go to your teams',
};
