import type { UserEvent } from 'language/domain/user/events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, deliveries, type TestEnvironment, startTestEnvironment } from '../../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

describe.each(deliveries)('events delivered $how', ({ how, deliver }) => {
  const key = how.replaceAll(/\W/g, '-');
  /** A person who has signed up, and what happened to them since. */
  const person = async (name: string, ...since: UserEvent[]): Promise<string> => {
    const id = `${name}-${key}`;
    const registered: UserEvent = {
      type: 'UserRegistered',
      data: {
        firstName: 'Mona',
        lastName: 'Adel',
        email: `${id}@example.org`,
        phone: '',
        phoneNormalised: '',
        start: day('2026-03-01'),
      },
    };
    await environment.append(`user-${id}`, [registered, ...since]);
    await deliver(environment, `user-${id}`);
    return id;
  };

  test('a changed profile has its new values and version', async () => {
    const profile = {
      firstName: 'منى',
      lastName: 'Adel',
      phone: '٠١٠',
      phoneNormalised: '010',
      title: 'Pharmacist',
      about: '<p>ICU</p>',
    };
    const id = await person('profile', { type: 'UserProfileChanged', data: profile });
    expect(
      await environment.rows(
        'select first_name, last_name, phone, phone_normalised, title, about, version from app_user where user_id = $1',
        [id],
      ),
    ).toEqual([
      {
        first_name: 'منى',
        last_name: 'Adel',
        phone: '٠١٠',
        phone_normalised: '010',
        title: 'Pharmacist',
        about: '<p>ICU</p>',
        version: '1',
      },
    ]);
  });

  test('an e-mail is verified when it is the account’s own', async () => {
    const verified = (id: string) =>
      environment.rows('select email_verified, version from app_user where user_id = $1', [id]);
    const own = await person('own', { type: 'UserEmailVerified', data: { email: `own-${key}@example.org` } });
    const other = await person('other', { type: 'UserEmailVerified', data: { email: 'other@example.org' } });
    expect(await verified(own)).toEqual([{ email_verified: true, version: '0' }]);
    expect(await verified(other)).toEqual([{ email_verified: false, version: '0' }]);
  });

  test('recommendations are in the order of writing, published or hidden as their owner last chose', async () => {
    const written = (part: string): UserEvent => ({
      type: 'RecommendationWritten',
      data: { recommendationId: `${key}.${part}`, recommenderId: `by-${part}`, recommendation: `<p>${part}</p>` },
    });
    const id = await person(
      'recommended',
      written('a'),
      written('b'),
      { type: 'RecommendationPublished', data: { recommendationId: `${key}.a` } },
      { type: 'RecommendationPublished', data: { recommendationId: `${key}.b` } },
      {
        type: 'RecommendationHidden',
        data: { recommendationId: `${key}.a` },
      },
    );
    expect(
      await environment.rows(
        /* sql */ `
        select recommender_id, recommendation, is_accepted, version
        from recommendation
        where user_id = $1
        order by position`,
        [id],
      ),
    ).toEqual([
      { recommender_id: 'by-a', recommendation: '<p>a</p>', is_accepted: false, version: '5' },
      { recommender_id: 'by-b', recommendation: '<p>b</p>', is_accepted: true, version: '4' },
    ]);
  });

  test('an error template exists until it is deleted', async () => {
    const saved = (part: string): UserEvent => ({
      type: 'UserErrorTemplateSaved',
      data: { templateId: `${key}-${part}`, errDrugTradeId: 'drug.0', errType: 'dose', errNote: `<p>${part}</p>` },
    });
    const id = await person('templates', saved('a'), saved('b'), {
      type: 'UserErrorTemplateDeleted',
      data: { templateId: `${key}-a` },
    });
    expect(
      await environment.rows(
        'select err_drug_trade_id, err_type, err_note, version from user_error_template where user_id = $1',
        [id],
      ),
    ).toEqual([{ err_drug_trade_id: 'drug.0', err_type: 'dose', err_note: '<p>b</p>', version: '2' }]);
  });
});
