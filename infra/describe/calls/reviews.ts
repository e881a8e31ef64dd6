import { about } from './about.ts';

export const reviews = {
  'GET /api/reviews': about(
    'members of the team',
    'The collected report between two dates; `csv` for the team admin only, and not with `csv=0`',
    'CollectedReport',
  ),
  'GET /api/reviews/export.csv': about(
    "the team's admin",
    'The same as a file; `bom=0` leaves the byte order mark out, `sep=;` divides it by semicolons; two at once at most',
    'text/csv',
  ),
  'GET /api/reviews/export.xlsx': about(
    "the team's admin",
    'The same as an Excel file of at most 20,000 lines, with numbers, days and times as such',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ),
  'GET /api/reviews/searchProgress': about(
    'members of the team',
    'How many reviews the report will hold',
    'SearchProgress',
  ),
  'GET /api/reviews/errsByTypeDistribution': about(
    'members of the team',
    'Errors by type, most frequent first',
    'TypeCount[]',
  ),
  'GET /api/reviews/countsReviewPerDay': about('members of the team', 'Reviews per day and author', 'ReviewsOfDay[]'),
  'GET /api/reviews/listReviewsPerTag': about('members of the team', 'Errors by tag and response', 'TagCount[]'),
  'GET /api/reviews/changedBetween': about(
    'members of the team',
    'What makes a report as known at one instant another one than as known at a later one, 20 a page, or 500 ' +
      'with `onPaper=1`',
    'ReportChanges',
  ),
  'GET /api/reviews/erasedSince': about(
    'members of the team',
    'Of how many persons the team has lost something by an erasure or a deletion since an instant: of them nothing can be told, not even as known then',
    'ErasedSince',
  ),
  'GET /api/reviews/listAdmissionReviews/:admissionId': about(
    'members of the team',
    'The reviews of an admission, by date. `ids`: at most 50 of them, separated by commas; of one that is asked ' +
      'for as `<id>@<version>`, the entries that no later event has touched come as `_id` and `version` alone',
    'ReviewPart[]',
  ),
  'GET /api/reviews/revMedDashboard/:admissionId': about(
    'members of the team',
    'Medicines by day',
    'MedicationDashboard',
  ),
  'POST /api/reviews/addReview': about('clinical pharmacists of the team', 'Add a review with its entries', 'Review'),
  'POST /api/reviews/:reviewId/printed': about(
    'members of the team',
    'Record in the access log that a review was printed',
    'Message',
  ),
  'POST /api/reviews/:reviewId/duplicate': about(
    'clinical pharmacists of the team',
    'Copy a review and its entries, for today unless another day is said',
    'Review',
  ),
  'PUT /api/reviews/updateRevHead/:reviewId': about('the author', 'Change the date and the clinical note', 'Review'),
  'PUT /api/reviews/:reviewId/followUp': about(
    'clinical pharmacists of the team',
    'Set, move or take away the day on which an entry is to be looked at again; its author may whatever their role',
    'Review',
  ),
  'PUT /api/reviews/:reviewId/takeOver': about(
    'clinical pharmacists of the team',
    'Become responsible for the response to an error that waits for one; review and entry stay their author’s',
    'Review',
  ),
  'PUT /api/reviews/:reviewId/response': about(
    'the author',
    'Record the response to an error, or take it back with null; a clinical pharmacist who has taken the entry over may too',
    'Review',
  ),
  'DELETE /api/reviews/:reviewId': about('the author', 'Delete a review', 'Review'),
  'POST /api/reviews/addRevMed/:reviewId': about('the author', 'Add a medication entry', 'Review'),
  'PUT /api/reviews/updateRevMed/:reviewId': about('the author', 'Change a medication entry', 'Review'),
  'POST /api/reviews/remRevMed/:reviewId': about('the author', 'Remove a medication entry', 'Review'),
  'PUT /api/reviews/:reviewId/editRating': about("the team's admin", 'Rate a medication entry', 'Review'),
  'PUT /api/reviews/editRating/:reviewId': about(
    "the team's admin",
    'Rate a medication entry (the same call under another path)',
    'Review',
  ),
};
