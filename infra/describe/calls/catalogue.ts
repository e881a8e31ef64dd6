import { about } from './about.ts';

export const catalogue = {
  'GET /api/drugs': about(
    'anyone signed in',
    'Every trade label that is offered, for the combobox; its version is the `ETag`',
    'TradeLabelRow[]',
  ),
  'GET /api/drugs/roots': about('anyone signed in', 'Every drug; the version of the list is the `ETag`', 'Drug[]'),
  'GET /api/drugs/tradeId/:id': about('anyone signed in', 'The drug that has, or had, this trade label', 'Drug'),
  'GET /api/drugs/errtemps': about(
    'anyone signed in',
    "The shared templates of a trade label's drug for an error type, adults' and children's",
    'ErrTemp[]',
  ),
  'POST /api/drugs': about('anyone signed in', 'Add a drug', 'Drug'),
  'PUT /api/drugs': about(
    'anyone signed in',
    'Change a drug; what is left out stays, a trade label that is left out is withdrawn',
    'Drug',
  ),
  'POST /api/drugs/:id/restore': about(
    'anyone signed in',
    'Bring a drug back to what it was at an earlier revision, as a change of its own',
    'Drug',
  ),
  'POST /api/drugs/updateTradeList': about(
    'the admin account',
    'Have every browser read the trade labels anew',
    'TradeListUpdate',
  ),
  'GET /api/errtypes': about('anyone signed in', 'Error types, "No error" first', 'ErrorType[]'),
  'POST /api/errtypes': about('the admin account', 'Add an error type', 'ErrorType'),
  'PUT /api/errtypes/:id': about(
    'the admin account',
    'Rename an error type; "No error" keeps its name (409)',
    'ErrorType',
  ),
  'GET /api/tags': about('anyone signed in', 'Tags', 'Tag[]'),
  'POST /api/tags': about('the admin account', 'Add a tag', 'Tag'),
  'PUT /api/tags/:id': about('the admin account', 'Rename a tag', 'Tag'),
  'GET /api/userErrTemps': about(
    'the person themself',
    'Own templates, by trade label and error type',
    'UserErrorTemplate[]',
  ),
  'POST /api/userErrTemps': about(
    'anyone signed in',
    'Keep an own template for a trade label and an error type',
    'UserErrorTemplate',
  ),
  'DELETE /api/userErrTemps/deleteUserErrTemp/:id': about(
    'the person themself',
    'Delete an own template',
    'UserErrorTemplate',
  ),
  'GET /api/specialties': about('everybody', 'The specialties of teams, by code', 'Specialties'),
  'GET /api/courses': about('everybody', 'The free courses', 'Course[]'),
  'GET /api/courses/:id': about('everybody', 'A course with its lectures', 'Course'),
  'GET /api/sponsors': about('everybody', 'The sponsors', 'Sponsor[]'),
};

export const operations = {
  'GET /api/health': about('everybody', 'Is the process alive?', 'object'),
  'GET /api/ready': about('everybody', 'Each dependency, and how far each projection is', 'object'),
  'GET /api/docs': about('everybody', 'This description, to be read', 'text/html'),
  'GET /api/docs/openapi.json': about('everybody', 'This description', 'object'),
};
