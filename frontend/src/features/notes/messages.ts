/** Words of the Notes tab. */
export const noteText = {
  create: 'CREATE NEW PHYSICIAN NOTE',
  none: { title: 'No physician notes yet', canWrite: 'Write the first one below.', readOnly: 'A physician of the team writes the first one.' },
  form: { form: 'New physician note', date: 'Note Date', text: 'Clinical Notes', save: 'Save note', cancel: 'Cancel' },
  by: 'Written by',
  added: 'Note added',
  unsaved: 'New physician note',
  loading: 'Loading the notes',
};
