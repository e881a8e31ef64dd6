/** Words of the admin tools. */
export const adminText = {
  title: 'Admin tools',
  lead: 'For the admin account alone. What is done here concerns every team.',
  tools: 'Tools',
  tradeList: {
    run: 'Update Trade List',
    what:
      'Every browser reads the trade labels anew. New and changed drugs reach people by themselves: ' +
      'this is for lists that have been held wrongly.',
    done: (version: number) =>
      `Done: the trade list is at version ${version}, and everybody who is signed in reads it anew.`,
  },
  stop: {
    run: 'Stop Closed AdmMed',
    what: 'Stops, on the day of discharge, every medication of a closed admission that is still open.',
    sure: {
      title: 'Stop the open medications of all closed admissions?',
      body: 'In every team. Each stop stands in the history of its admission.',
      yes: 'Stop them',
      no: 'No',
    },
  },
  errorTypes: 'Error types',
  errorTypesHint:
    'Offered in every entry. A new name shows at once wherever the type is chosen; entries keep the ' +
    'words that they were written with.',
  tags: 'Tags',
  tagsHint: 'Given to drugs, and counted by the tags report.',
  filter: 'Find',
  add: 'Add',
  newErrorType: 'New error type',
  newTag: 'New tag',
  added: (label: string) => `${label} added`,
  renamed: (label: string) => `Renamed to ${label}`,
  rename: (label: string) => `Rename ${label}`,
  name: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  fixed: 'cannot be renamed',
  noMatch: 'Nothing of this name.',
  count: (shown: number, all: number) => (shown === all ? `${all}` : `${shown} of ${all}`),
};
