/**
 * The demo hospital's people. All share one password, which the README names: the accounts are for trying the product.
 */
import { type AnswerRules, firstAnswerRules } from 'language/domain/team/answer-rules';
import type { Team } from 'language/contract/entities';
import { type Past, signUp, type Person } from './api-client.ts';
import type { Times } from './hospital-clock.ts';

export const DEMO_PASSWORD = 'demo-pass-1';

interface Account {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly role: 'pharmacist' | 'physician';
  readonly canAudit?: true;
}

/** The first of each team is its admin. */
export const demoTeams = [
  {
    name: 'Adult ICU · El Salam',
    specialty: 1,
    about:
      '<p>Adult intensive care, 56 beds. Rooms 8 to 14 are step-down beds.</p>' +
      '<p class="ql-direction-rtl ql-align-right">الرعاية المركزة للكبار</p>',
    patients: 28,
    answers: {
      refusalReasons: ['The benefit outweighs the risk', 'Already changed', 'Not for this patient'],
      quietFrom: '',
      quietUntil: '',
    },
    members: [
      { email: 'mona@demo.test', firstName: 'Mona', lastName: 'Farouk', phone: '01001234501', role: 'pharmacist' },
      { email: 'omar@demo.test', firstName: 'Omar', lastName: 'Shaker', phone: '01001234502', role: 'pharmacist' },
      {
        email: 'yasmin@demo.test',
        firstName: 'ياسمين',
        lastName: 'عادل',
        phone: '٠١٠٠١٢٣٤٥٠٣',
        role: 'pharmacist',
        canAudit: true,
      },
      { email: 'hany@demo.test', firstName: 'Hany', lastName: 'Gerges', phone: '01001234504', role: 'physician' },
      { email: 'dina@demo.test', firstName: 'دينا', lastName: 'مصطفى', phone: '01001234505', role: 'physician' },
    ],
  },
  {
    name: 'القسم الداخلي · السلام',
    specialty: 5,
    about: '<p>أمراض الباطنة للكبار، 12 سريرًا.</p><p>Adult internal medicine.</p>',
    patients: 12,
    answers: { refusalReasons: ['الفائدة أكبر من الخطر', 'تم التعديل من قبل', 'لا يناسب هذا المريض'] },
    members: [
      { email: 'salma@demo.test', firstName: 'سلمى', lastName: 'حجازي', phone: '01001234506', role: 'pharmacist' },
      { email: 'tarek@demo.test', firstName: 'Tarek', lastName: 'Nabil', phone: '01001234507', role: 'pharmacist' },
      { email: 'nadia@demo.test', firstName: 'نادية', lastName: 'سمير', phone: '01001234508', role: 'physician' },
    ],
  },
] as const satisfies readonly {
  name: string;
  specialty: number;
  about: string;
  patients: number;
  answers: Partial<AnswerRules>;
  members: readonly Account[];
}[];

export interface DemoTeam {
  readonly id: string;
  readonly name: string;
  readonly patients: number;
  readonly admin: Person;
  readonly pharmacists: readonly Person[];
  readonly physicians: readonly Person[];
}

/** @param times when the hospital began, if a past is written */
export function seedTeams(base: string, past: Past | undefined, times: Times): Promise<DemoTeam[]> {
  const seedTeam = async (plan: (typeof demoTeams)[number]): Promise<DemoTeam> => {
    const accounts: readonly Account[] = plan.members;
    const people = await Promise.all(
      accounts.map(async (account) => {
        const { role: _, canAudit: _auditor, ...fields } = account;
        return { account, person: await signUp(base, { ...fields, password: DEMO_PASSWORD }, past, times) };
      }),
    );
    const [admin, ...others] = people;
    if (!admin) throw new Error('A demo team needs an admin');
    const team = await admin.person.send<Team>(
      'POST',
      '/api/teams',
      `team:${plan.name}`,
      { name: plan.name, specialty: plan.specialty, about: plan.about },
      times,
    );
    for (const { account } of others) {
      const { members } = await admin.person.send<Team>(
        'POST',
        `/api/teams/${team._id}/members`,
        `member:${account.email}`,
        { email: account.email },
        times,
      );
      const member = members.find(({ user }) => user === account.email);
      if (account.role === 'physician' && member) {
        await admin.person.send(
          'PUT',
          `/api/teams/${team._id}/members/${member.userId}`,
          `role:${account.email}`,
          { role: 'physician' },
          times,
        );
      }
      if (account.canAudit && member) {
        await admin.person.send(
          'PUT',
          `/api/teams/${team._id}/members/${member.userId}`,
          `auditor:${account.email}`,
          { canAudit: true },
          times,
        );
      }
    }
    await admin.person.send(
      'PUT',
      `/api/teams/${team._id}/answerRules`,
      `answers:${plan.name}`,
      { ...firstAnswerRules, ...plan.answers },
      times,
    );
    const inRole = (role: Account['role']): Person[] =>
      people.filter(({ account }) => account.role === role).map(({ person }) => person);
    return {
      id: team._id,
      name: plan.name,
      patients: plan.patients,
      admin: admin.person,
      pharmacists: inRole('pharmacist'),
      physicians: inRole('physician'),
    };
  };
  return Promise.all(demoTeams.map(seedTeam));
}
