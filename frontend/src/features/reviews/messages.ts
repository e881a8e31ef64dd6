/** Words of the Reviews tab. */
export const reviewText = {
  expandAll: 'Expand All',
  day: (day: number | undefined) => (day === undefined ? '' : `Day ${day}`),
  editedBy: 'Edited by',
  counts: (entries: number, errors: number) => `${entries} ${entries === 1 ? 'medication' : 'medications'}, ${errors} ${errors === 1 ? 'error' : 'errors'}`,
  noNote: 'No clinical note.',
  edit: 'Edit',
  create: 'CREATE NEW REVIEW',
  none: { title: 'No reviews yet', canEdit: 'Write the first one: the date and what you found, then add the medications.', readOnly: 'A clinical pharmacist of the team writes the first one.' },
  form: {
    fresh: { form: 'New review', date: 'Review date', text: 'Clinical notes', save: 'Save review', cancel: 'Cancel', placeholder: '' },
    edit: { form: 'Edit review', date: 'Review date', text: 'Clinical notes', save: 'Update', cancel: 'Cancel', placeholder: '' },
  },
  toast: { added: 'Review added', edited: 'Your Review Updated Successfully', merged: (name: string) => `Merged with ${name || 'a teammate'}'s change` },
  unsaved: { fresh: 'New review', edit: (date: string) => `Review of ${date}` },
  editing: (names: string) => `${names} is editing this review`,
  editingMany: (names: string) => `${names} are editing this review`,
  loading: 'Loading the reviews',
};
