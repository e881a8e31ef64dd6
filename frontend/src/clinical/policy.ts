/** The rights of people (docs/product.md, "Rights"). The server decides: the screens hide what it would refuse. */
import type { DrugErr, Me, Member, Patient, PhysicianNote, Review, Team } from 'language/contract/entities';

type Person = { readonly _id: string };
/** An entry with its author. */
type Responsible = Pick<Review, 'userId'> & Pick<DrugErr, 'responsible'>;
type TeamRights = Pick<Team, 'adminId' | 'members'>;

const membership = (person: Person, team: TeamRights): Member | undefined =>
  team.members.find((member) => member.userId === person._id && !member.disabled);

export const policy = {
  /** Patients, admissions, discharges, reviews: the clinical pharmacists of the team. */
  edit: (person: Person, team: TeamRights): boolean => membership(person, team)?.canEdit === true,
  /** Allergies: the clinical pharmacists and the physicians of the patient's team. */
  changeAllergies: (person: Person, team: TeamRights & Pick<Team, '_id'>, patient: Pick<Patient, 'team'>): boolean =>
    team._id === patient.team && (policy.edit(person, team) || policy.writeNotes(person, team)),
  /** Physician notes: the physicians of the team. */
  writeNotes: (person: Person, team: TeamRights): boolean => membership(person, team)?.isPhysic === true,
  /** Measured values: the clinical pharmacists and physicians of the team. */
  measure: (person: Person, team: TeamRights): boolean => policy.edit(person, team) || policy.writeNotes(person, team),
  /** Members, team details and ratings: the team's admin. */
  administer: (person: Person, team: TeamRights): boolean => team.adminId === person._id,
  /** The audit search and the access log: the team's admin and the appointed auditors. */
  audit: (person: Person, team: TeamRights): boolean =>
    policy.administer(person, team) || membership(person, team)?.canAudit === true,
  rate: (person: Person, team: TeamRights): boolean => team.adminId === person._id,
  /** A review, its head and its entries: their author only. */
  editReview: (person: Person, review: Pick<Review, 'userId'>): boolean => review.userId === person._id,
  /** A follow-up date: every clinical pharmacist of the team, and the author. */
  planFollowUp: (person: Person, team: TeamRights, review: Pick<Review, 'userId'>): boolean =>
    policy.edit(person, team) || policy.editReview(person, review),
  /** The response to an error: the author, and the clinical pharmacist who has taken the entry over. */
  recordResponse: (person: Person, team: TeamRights, entry: Responsible): boolean =>
    policy.editReview(person, entry) || (policy.edit(person, team) && entry.responsible === person._id),
  /** Every clinical pharmacist of the team who is not responsible for it already. */
  takeOver: (person: Person, team: TeamRights, entry: Responsible): boolean =>
    policy.edit(person, team) && (entry.responsible ?? entry.userId) !== person._id,
  editNote: (person: Person, note: Pick<PhysicianNote, 'userId'>): boolean => note.userId === person._id,
  /** Admin tools and the catalogue's lists: the one admin account. */
  runAdminTools: (person: Pick<Me, 'isAdminAccount'>): boolean => person.isAdminAccount,
} as const;
