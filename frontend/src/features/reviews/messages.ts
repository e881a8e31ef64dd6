const medications = (count: number): string => `${count} ${count === 1 ? 'medication' : 'medications'}`;

/** Words of the Reviews tab. */
export const reviewText = {
  expandAll: 'Expand All',
  day: (day: number | undefined) => (day === undefined ? '' : `Day ${day}`),
  editedBy: 'Edited by',
  of: (date: string) => `the review of ${date}`,
  counts: (entries: number, errors: number) =>
    `${medications(entries)}, ${errors} ${errors === 1 ? 'error' : 'errors'}`,
  noNote: 'No clinical note.',
  edit: 'Edit',
  print: 'Print',
  duplicate: 'Dup',
  duplicateOf: (date: string) => `Duplicate the review of ${date}`,
  duplicateSure: {
    title: 'Are you sure you want to duplicate?',
    body: (entries: number) =>
      `A copy dated today${entries === 0 ? '' : `, with its ${medications(entries)},`} will be yours. ` +
      'Look at each of them: what was right yesterday may not be today.',
  },
  delete: 'Del',
  deleteOf: (date: string) => `Delete the review of ${date}`,
  deleteSure: {
    title: 'You are going to delete this review, are you?',
    body: (date: string, entries: number) =>
      `The review of ${date}${entries === 0 ? '' : ` and its ${medications(entries)}`}.`,
  },
  ask: {
    open: 'Ask',
    title: 'Ask the chat assistant',
    warning: (host: string) =>
      `This text leaves the hospital: it is sent to ${host}. ` +
      'Read it, and take out names and whatever else must not go there.',
    text: 'What is sent, exactly',
    go: 'Send and open the chat',
    goEmpty: 'Open the chat',
    copy: 'Copy the text',
    copied: 'Copied',
    notCopied: 'It could not be copied: select it and copy it by hand.',
    notRecorded: 'Nothing was sent: that it is asked could not be written into the access log.',
    tooLong: 'Too long for a link: copy it, and paste it in the chat.',
    cancel: 'Cancel',
  },
  printed: {
    title: 'Medication review',
    record: 'Record',
    born: 'Born',
    age: 'Age',
    admitted: 'Admitted',
    date: 'Review date',
    recommendations: 'Recommendations',
    none: 'No recommendations: nothing was found wrong in this review.',
    severity: 'Severity',
    response: 'Response',
    pending: 'Pending',
    followUp: 'Follow-up',
    editedBy: 'Edited by',
    physician: 'Physician’s name and signature',
    dateLine: 'Date',
    by: (name: string, date: string) => `Printed by ${name} on ${date}`,
  },
  create: 'CREATE NEW REVIEW',
  none: {
    title: 'No reviews yet',
    canEdit: 'Write the first one: the date and what you found, then add the medications.',
    readOnly: 'A clinical pharmacist of the team writes the first one.',
  },
  form: {
    fresh: {
      form: 'New review',
      date: 'Review date',
      text: 'Clinical notes',
      save: 'Save review',
      cancel: 'Cancel',
      placeholder: '',
    },
    edit: {
      form: 'Edit review',
      date: 'Review date',
      text: 'Clinical notes',
      save: 'Update',
      cancel: 'Cancel',
      placeholder: '',
    },
  },
  toast: {
    added: 'Review added',
    copied: 'Review duplicated',
    deleted: 'Review deleted',
    edited: 'Your Review Updated Successfully',
  },
  unsaved: { fresh: 'New review', edit: (date: string) => `Review of ${date}` },
  editing: (names: string) => `${names} is editing this review`,
  editingMany: (names: string) => `${names} are editing this review`,
  loading: 'Loading the reviews',
};
