/** What each measured chart begins with: a team of its own, and a patient of it with an admission. */
import type { Admission, Patient, Team } from 'command-api/contract/entities';
import type { Person } from '../../seed/api-client.ts';

/** The key of a command, from what it makes. */
type KeyOf = (what: string) => string;

export const benchTeam = (writer: Person, key: KeyOf, run: string): Promise<Team> =>
  writer.send<Team>('POST', '/api/teams', key('team'), { name: `Bench ${run}`, specialty: 1, about: '' });

/** @param admissionDate YYYY-MM-DD */
export async function benchAdmission(
  writer: Person,
  key: KeyOf,
  team: Team,
  admissionDate: string,
): Promise<Admission> {
  const patient = await writer.send<Patient>('POST', '/api/patients', key('patient'), {
    team: team._id,
    firstName: 'محمد',
    middleName: 'أحمد',
    lastName: 'علي',
    fourthName: 'حسن',
    birthdate: '1960-01-01',
    medicalRecordNumber: '1',
  });
  return writer.send<Admission>('POST', '/api/admissions', key('admission'), {
    patient: patient._id,
    team: team._id,
    admissionDate,
    admissionDetails: '<p>احتشاء عضلة القلب</p>',
  });
}
