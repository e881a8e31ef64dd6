/** The calls of drugs, error types, tags, templates and courses. */
import type {
  AddErrorType,
  AddTag,
  MapErrorType,
  RenameErrorType,
  RenameTag,
  UpdateTradeList,
} from '../bodies/catalogue.ts';
import type { ApproveStatement, WithdrawStatement, WriteStatement } from '../bodies/statements.ts';
import type { AddDrug, ChangeDrug, ReadAtcFile, RestoreDrug } from '../bodies/drugs.ts';
import type { SaveErrorTemplate } from '../bodies/users.ts';
import type {
  Answer,
  AtcFileRead,
  Course,
  Drug,
  ErrTemp,
  ErrorType,
  Sponsor,
  Tag,
  TradeLabelRow,
  TradeListUpdate,
} from '../entities.ts';
import type { UserErrorTemplate } from '../profiles.ts';
import type { ListedStatement } from '../statements.ts';
import type { Specialties } from './answers.ts';
import { call, type Body, type Query } from './call.ts';

/** Every trade label that is offered, for the combobox; its version is the `ETag` */
export const listTradeLabels = call<'anyone signed in', TradeLabelRow[]>()('GET', '/api/drugs');
/** Every drug; the version of the list is the `ETag` */
export const listDrugs = call<'anyone signed in', Drug[]>()('GET', '/api/drugs/roots');
/** The drug that has, or had, this trade label */
export const getDrugOfTradeLabel = call<'anyone signed in', Drug>()('GET', '/api/drugs/tradeId/:id');
/** The shared templates of a trade label's drug for an error type, adults' and children's */
export const listSharedTemplates = call<'anyone signed in', ErrTemp[], Query<'trade' | 'errType'>>()(
  'GET',
  '/api/drugs/errtemps',
);
/** Add a drug */
export const addDrug = call<'anyone signed in', Answer<Drug>, Body<typeof AddDrug>>()('POST', '/api/drugs');
/** Change a drug; what is left out stays, a trade label that is left out is withdrawn */
export const changeDrug = call<'anyone signed in', Answer<Drug>, Body<typeof ChangeDrug>>()('PUT', '/api/drugs');
/** Bring a drug back to what it was at an earlier revision, as a change of its own */
export const restoreDrug = call<'anyone signed in', Answer<Drug>, Body<typeof RestoreDrug>>()(
  'POST',
  '/api/drugs/:id/restore',
);
/** Have every browser read the trade labels anew */
export const updateTradeList = call<'the admin account', Answer<TradeListUpdate>, Body<typeof UpdateTradeList>>()(
  'POST',
  '/api/drugs/updateTradeList',
);
/** Give drugs the ATC codes and defined daily doses of the hospital's file; lines that do not fit are in the answer */
export const readAtcFile = call<'the admin account', AtcFileRead, Body<typeof ReadAtcFile>>()('POST', '/api/drugs/atc');
/** Error types, "No error" first */
export const listErrorTypes = call<'anyone signed in', ErrorType[]>()('GET', '/api/errtypes');
/** Add an error type */
export const addErrorType = call<'the admin account', Answer<ErrorType>, Body<typeof AddErrorType>>()(
  'POST',
  '/api/errtypes',
);
/** Rename an error type; "No error" keeps its name (409) */
export const renameErrorType = call<'the admin account', Answer<ErrorType>, Body<typeof RenameErrorType>>()(
  'PUT',
  '/api/errtypes/:id',
);
/** Set the PCNE codes of an error type: all of them */
export const mapErrorType = call<'the admin account', Answer<ErrorType>, Body<typeof MapErrorType>>()(
  'PUT',
  '/api/errtypes/:id/pcne',
);
/** Tags */
export const listTags = call<'anyone signed in', Tag[]>()('GET', '/api/tags');
/** Add a tag */
export const addTag = call<'the admin account', Answer<Tag>, Body<typeof AddTag>>()('POST', '/api/tags');
/** Rename a tag */
export const renameTag = call<'the admin account', Answer<Tag>, Body<typeof RenameTag>>()('PUT', '/api/tags/:id');
/** The statements of the catalogue, by id, with their use; none for others than the admin account where proposals are off */
export const listStatements = call<'anyone signed in', ListedStatement[]>()('GET', '/api/statements');
/** Write a statement, as a draft */
export const addStatement = call<'the admin account', Answer<ListedStatement>, Body<typeof WriteStatement>>()(
  'POST',
  '/api/statements',
);
/** Write the next version of a statement, as a draft; the same content writes nothing */
export const changeStatement = call<'the admin account', Answer<ListedStatement>, Body<typeof WriteStatement>>()(
  'PUT',
  '/api/statements/:id',
);
/** Approve a statement; its use is counted from then on */
export const approveStatement = call<'the admin account', Answer<ListedStatement>, Body<typeof ApproveStatement>>()(
  'POST',
  '/api/statements/:id/approve',
);
/** Take the approval of a statement away */
export const withdrawStatement = call<'the admin account', Answer<ListedStatement>, Body<typeof WithdrawStatement>>()(
  'POST',
  '/api/statements/:id/withdraw',
);
/** Own templates, by trade label and error type */
export const listOwnTemplates = call<
  'the person themself',
  UserErrorTemplate[],
  Query<'userId' | 'errType' | 'errDrugTradeId'>
>()('GET', '/api/userErrTemps');
/** Keep an own template for a trade label and an error type */
export const saveTemplate = call<'anyone signed in', Answer<UserErrorTemplate>, Body<typeof SaveErrorTemplate>>()(
  'POST',
  '/api/userErrTemps',
);
/** Delete an own template */
export const deleteTemplate = call<'the person themself', Answer<UserErrorTemplate>>()(
  'DELETE',
  '/api/userErrTemps/deleteUserErrTemp/:id',
);
/** The specialties of teams, by code */
export const listSpecialties = call<'everybody', Specialties>()('GET', '/api/specialties');
/** The sponsors */
export const listSponsors = call<'everybody', Sponsor[]>()('GET', '/api/sponsors');
/** The free courses */
export const listCourses = call<'everybody', Course[]>()('GET', '/api/courses');
/** A course with its lectures */
export const getCourse = call<'everybody', Course>()('GET', '/api/courses/:id');
