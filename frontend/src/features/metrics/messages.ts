/** Words of "Your Metrics" on the home screen. */
export const metricsText = {
  title: 'Your Metrics',
  period: 'Period',
  patients: 'Patients',
  reviews: 'Reviews',
  errors: 'Medication errors',
  top: 'Top ten medication errors',
  type: 'Error type',
  count: 'Errors',
  none: 'No medication errors in this month',
  noneHint: 'What you find in your reviews is counted here by its type.',
};
