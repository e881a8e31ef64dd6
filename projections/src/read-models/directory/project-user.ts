/** A `user-` stream into the person's profile, recommendations and error templates. */
import { userEvents } from 'language/domain/user/events';
import { recordedAtOf } from 'language/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { knownEvent } from 'language/domain/event-schema';
import { idOf } from '../projection.ts';
import { insert, remove, type RowChange, update, updateKeepingPast } from '../row-change.ts';
import type { Rows } from '../stream-rows.ts';
import { appUser, recommendation, userErrorTemplate } from './tables.ts';

/** A row's `version` is the revision of the event that last touched that row; a recommendation leaves the profile's. */
export function projectUser(rows: Rows, stored: StoredEvent): readonly RowChange[] {
  const event = knownEvent(userEvents, stored);
  const user_id = idOf(stored.stream);
  const version = String(stored.revision);
  switch (event?.type) {
    case undefined:
      return [];
    case 'UserRegistered': {
      const { firstName, lastName, email, phone, phoneNormalised, start } = event.data;
      return [
        insert(appUser, {
          user_id,
          first_name: firstName,
          last_name: lastName,
          email,
          phone,
          phone_normalised: phoneNormalised,
          title: '',
          about: '',
          started_on: start,
          version,
          email_verified: false,
          since: recordedAtOf(event.metadata),
        }),
      ];
    }
    case 'UserProfileChanged': {
      const { firstName, lastName, phone, phoneNormalised, title, about } = event.data;
      const profile = {
        first_name: firstName,
        last_name: lastName,
        phone,
        phone_normalised: phoneNormalised,
        title,
        about,
        version,
      };
      return [updateKeepingPast(appUser, { user_id }, profile, event)];
    }
    case 'UserEmailVerified': {
      const { email } = rows.one(appUser, { user_id });
      return [update(appUser, { user_id }, { email_verified: email === event.data.email })];
    }
    case 'RecommendationWritten': {
      const { recommendationId, recommenderId, recommendation: written } = event.data;
      return [
        insert(recommendation, {
          recommendation_id: recommendationId,
          user_id,
          recommender_id: recommenderId,
          recommendation: written,
          is_accepted: false,
          position: version,
          version,
        }),
      ];
    }
    case 'RecommendationPublished':
    case 'RecommendationHidden': {
      const is_accepted = event.type === 'RecommendationPublished';
      return [update(recommendation, { recommendation_id: event.data.recommendationId }, { is_accepted, version })];
    }
    case 'UserErrorTemplateSaved': {
      const { templateId, errDrugTradeId, errType, errNote, pcne = [] } = event.data;
      return [
        insert(userErrorTemplate, {
          template_id: templateId,
          user_id,
          err_drug_trade_id: errDrugTradeId,
          err_type: errType,
          err_note: errNote,
          pcne,
          version,
        }),
      ];
    }
    case 'UserErrorTemplateDeleted':
      return [remove(userErrorTemplate, { template_id: event.data.templateId })];
    default:
      return event satisfies never;
  }
}
