import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, deliveries, type TestEnvironment, startTestEnvironment } from '../../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

describe.each(deliveries)('events delivered $how', ({ how, deliver }) => {
  const key = how.replaceAll(/\W/g, '-');

  test('a person who signs up can be found with what they typed', async () => {
    const email = `mona-${key}@example.org`;
    await environment.append(`user-${key}`, [
      {
        type: 'UserRegistered',
        data: {
          firstName: 'Mona',
          lastName: 'Adel',
          email,
          phone: '٠١٠ ١٢٣',
          phoneNormalised: '010123',
          start: day('2026-03-01'),
        },
      },
    ]);
    await deliver(environment, `user-${key}`);
    expect(await environment.rows('select *, started_on::text from app_user where user_id = $1', [key])).toEqual([
      {
        user_id: key,
        first_name: 'Mona',
        last_name: 'Adel',
        email,
        phone: '٠١٠ ١٢٣',
        phone_normalised: '010123',
        title: '',
        about: '',
        started_on: '2026-03-01',
        version: '0',
        email_verified: false,
        since: new Date('2026-03-01T09:30:00.000Z'),
      },
    ]);
  });

  test('a team has its members in the order of joining, each with one role', async () => {
    await environment.append(
      `team-${key}`,
      [
        {
          type: 'TeamCreated',
          data: { name: 'ICU', specialty: 1, about: '<p>Day</p>', adminId: 'u-9', adminEmail: 'admin@example.org' },
        },
        { type: 'TeamMemberAdded', data: { userId: 'u-9', email: 'admin@example.org', role: 'pharmacist' } },
        { type: 'TeamMemberAdded', data: { userId: 'u-1', email: 'first@example.org', role: 'pharmacist' } },
      ],
      { teamId: key },
    );
    await deliver(environment, `team-${key}`);
    await environment.append(
      `team-${key}`,
      [{ type: 'TeamMemberRoleChanged', data: { userId: 'u-1', role: 'physician' } }],
      { teamId: key },
    );
    await deliver(environment, `team-${key}`);
    expect(
      await environment.rows(
        /* sql */ `
        select name, specialty, about, admin_id, admin_email, cloud_name, upload_preset, chat_allowed,
               second_factor_required, export_language, version
        from team
        where team_id = $1`,
        [key],
      ),
    ).toEqual([
      {
        name: 'ICU',
        specialty: 1,
        about: '<p>Day</p>',
        admin_id: 'u-9',
        admin_email: 'admin@example.org',
        cloud_name: '',
        upload_preset: 'local',
        chat_allowed: true,
        second_factor_required: false,
        export_language: 'en',
        version: '3',
      },
    ]);
    expect(
      await environment.rows(
        /* sql */ `
        select user_id, email, is_physic, can_edit, can_read, disabled
        from team_member
        where team_id = $1
        order by position`,
        [key],
      ),
    ).toEqual([
      { user_id: 'u-9', email: 'admin@example.org', is_physic: false, can_edit: true, can_read: true, disabled: false },
      { user_id: 'u-1', email: 'first@example.org', is_physic: true, can_edit: false, can_read: true, disabled: false },
    ]);
    await environment.append(
      `team-${key}`,
      [
        { type: 'TeamDescribed', data: { name: 'Adult ICU', specialty: 2, about: '<p>Night</p>' } },
        { type: 'UploadAccountSet', data: { cloudName: 'ward-three', uploadPreset: 'gallery' } },
        { type: 'TeamChatSwitchedOn', data: {} },
        { type: 'TeamChatSwitchedOff', data: {} },
        { type: 'TeamSecondFactorWaived', data: {} },
        { type: 'TeamSecondFactorRequired', data: {} },
        { type: 'TeamExportLanguageSet', data: { language: 'ar' } },
        { type: 'TeamMemberAdded', data: { userId: 'u-2', email: 'second@example.org', role: 'pharmacist' } },
        { type: 'TeamMemberDisabled', data: { userId: 'u-2' } },
        { type: 'TeamMemberDisabled', data: { userId: 'u-1' } },
        { type: 'TeamMemberEnabled', data: { userId: 'u-1' } },
        { type: 'TeamAuditorAppointed', data: { userId: 'u-1' } },
        { type: 'TeamAuditorAppointed', data: { userId: 'u-2' } },
        { type: 'TeamAuditorWithdrawn', data: { userId: 'u-2' } },
      ],
      { teamId: key },
    );
    await deliver(environment, `team-${key}`);
    expect(
      await environment.rows(
        `select name, specialty, about, cloud_name, upload_preset, chat_allowed, second_factor_required,
                export_language, version
         from team where team_id = $1`,
        [key],
      ),
    ).toEqual([
      {
        name: 'Adult ICU',
        specialty: 2,
        about: '<p>Night</p>',
        cloud_name: 'ward-three',
        upload_preset: 'gallery',
        chat_allowed: false,
        second_factor_required: true,
        export_language: 'ar',
        version: '17',
      },
    ]);
    const members = () =>
      environment.rows('select user_id, disabled, can_audit from team_member where team_id = $1 order by position', [
        key,
      ]);
    for (const user of ['u-9', 'u-1'])
      await environment.pool.query(
        `insert into reading.chart_seen (user_id, admission_id, team_id, revision, at) values ($1, $2, $3, 4, now())`,
        [user, `adm-${key}`, key],
      );
    expect(await members()).toEqual([
      { user_id: 'u-9', disabled: false, can_audit: false },
      { user_id: 'u-1', disabled: false, can_audit: true },
      { user_id: 'u-2', disabled: true, can_audit: false },
    ]);
    await environment.append(
      `team-${key}`,
      [
        { type: 'TeamMemberRemoved', data: { userId: 'u-1' } },
        { type: 'TeamMemberRemoved', data: { userId: 'u-2' } },
        { type: 'TeamMemberAdded', data: { userId: 'u-1', email: 'first@example.org', role: 'pharmacist' } },
      ],
      { teamId: key },
    );
    await deliver(environment, `team-${key}`);
    expect(await members()).toEqual([
      { user_id: 'u-9', disabled: false, can_audit: false },
      { user_id: 'u-1', disabled: false, can_audit: false },
    ]);
    // The record of what the member has seen ends with the membership, and a new membership does not restore it.
    expect(await environment.rows('select user_id from reading.chart_seen where team_id = $1', [key])).toEqual([
      { user_id: 'u-9' },
    ]);
    expect(
      await environment.rows('select revision, touched, team_id from change where stream = $1 order by id', [
        `team-${key}`,
      ]),
    ).toEqual([
      { revision: '2', touched: [`team:${key}`, 'user:u-9', 'user:u-1'], team_id: key },
      { revision: '3', touched: [`team:${key}`, 'user:u-1'], team_id: key },
      { revision: '17', touched: [`team:${key}`, 'user:u-2', 'user:u-1'], team_id: key },
      { revision: '20', touched: [`team:${key}`, 'user:u-1', 'user:u-2'], team_id: key },
    ]);
  });
});
