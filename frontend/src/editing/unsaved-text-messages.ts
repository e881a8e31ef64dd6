/** What was typed has nowhere to go any more. */
export const unsavedTextMessages = {
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
