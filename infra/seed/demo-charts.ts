/** Writes the planned charts through commands: every patient in order, several patients side by side. */
import type { Admission, Patient, Review } from 'command-api/contract/entities';
import type { CalendarDate } from 'command-api/domain/calendar-date';
import type { Catalogue } from './catalogue.ts';
import type { DemoTeam } from './demo-people.ts';
import { planPatients, type PlannedAdmission, type PlannedPatient } from './demo-plan.ts';
import { inParallel, type Person } from './hospital-api.ts';
import { filled, random } from './random.ts';

export async function seedCharts(team: DemoTeam, catalogue: Catalogue, today: CalendarDate): Promise<void> {
  const seedNumber = [...team.name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  const patients = planPatients(team.patients, catalogue, today, team.pharmacists.length, team.physicians.length, random(seedNumber));
  const planned = patients.map((patient, index) => ({ patient, key: `${team.name}:patient-${index}` }));
  await inParallel(planned, 4, ({ patient, key }) => seedPatient(team, key, patient));
}

const one = (people: readonly Person[], index: number): Person => people[index] ?? filled(people, 'people in the role')[0];

async function seedPatient(team: DemoTeam, key: string, plan: PlannedPatient): Promise<void> {
  const registrar = one(team.pharmacists, 0);
  const { names, birthdate, medicalRecordNumber } = plan;
  const patient = await registrar.send<Patient>('POST', '/api/patients', key, { team: team.id, ...names, birthdate, medicalRecordNumber });
  for (const [index, admission] of plan.admissions.entries()) await seedAdmission(team, registrar, patient._id, `${key}:admission-${index}`, admission);
}

async function seedAdmission(team: DemoTeam, registrar: Person, patient: string, key: string, plan: PlannedAdmission): Promise<void> {
  const { admissionDate, admissionDetails } = plan;
  const admission = await registrar.send<Admission>('POST', '/api/admissions', key, { patient, team: team.id, admissionDate, admissionDetails });
  for (const [index, { author, ratings, ...review }] of plan.reviews.entries()) {
    const written = await one(team.pharmacists, author).send<Review>('POST', '/api/reviews/addReview', `${key}:review-${index}`, { admissionId: admission._id, ...review });
    for (const { entry, rating } of ratings) {
      const errId = written.drugErrs[entry]?._id;
      if (errId) await team.admin.send('PUT', `/api/reviews/${written._id}/editRating`, `${key}:review-${index}:rating-${entry}`, { reviewId: written._id, errId, rating });
    }
  }
  for (const [index, { author, ...note }] of plan.notes.entries()) {
    await one(team.physicians, author).send('POST', '/api/physicNotes/addphysicNote', `${key}:note-${index}`, { admissionId: admission._id, ...note });
  }
  if (plan.discharge) await registrar.send('PUT', `/api/admissions/${admission._id}/edit`, `${key}:discharge`, plan.discharge);
}
