/** Words of the sheet of keyboard shortcuts: loaded with it. */
export const sheetText = {
  entries: 'Reviewing', medications: 'Medication tab', gallery: 'Gallery', everywhere: 'Everywhere in the chart',
  newEntry: 'New medication in the review', carry: 'Carry forward a medicine of the day before', pick: 'Takes the marked drug or error type', severity: 'Severity, in the row of letters', response: 'Response, in the same row',
  templates: 'Templates for the note', followUp: 'Follow-up date', save: 'Saves and opens the next', cancel: 'Cancels',
  sort: 'Moves a medication, on its handle', marks: 'From mark to mark in the dashboard', images: 'Previous and next image', zoom: 'Zoom', sheet: 'This sheet', close: 'Close',
  questionKey: 'The ? key alone opens this sheet',
};
