/** The keys of the editors of a chart. Drafts and waiting commands are stored by them: do not rename. */
export const editorKeys = {
  /** The head of a review. */
  review: (id: string) => `review:${id}`,
  newReview: 'new-review',
  note: (id: string) => `note:${id}`,
  newNote: 'new-note',
  entry: (id: string) => `entry:${id}`,
  /** The beginning of the keys of all new entries of a review. */
  newEntriesOf: (reviewId: string) => `new:${reviewId}:`,
  /** The n-th new entry of a review. */
  newEntry: (reviewId: string, slot: number) => `new:${reviewId}:${slot}`,
  isNewEntry: (key: string) => key.startsWith('new:'),
};
