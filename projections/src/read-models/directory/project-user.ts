/** A `user-` stream into the person's profile, recommendations and error templates. */
import { userEvents } from 'command-api/domain/user/events';
import { recordedAtOf } from 'command-api/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { knownEvent } from 'command-api/domain/event-schema';
import { updateOneKeepingPast } from '../past.ts';
import { changeOne, idOf, type Transaction } from '../projection.ts';

/** A row's `version` is the revision of the event that last touched that row; a recommendation leaves the profile's. */
export async function projectUser(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = knownEvent(userEvents, stored);
  const userId = idOf(stored.stream);
  switch (event?.type) {
    case undefined:
      return;
    case 'UserRegistered': {
      const { firstName, lastName, email, phone, phoneNormalised, start } = event.data;
      return changeOne(
        tx,
        /* sql */ `
        insert into app_user (user_id, first_name, last_name, email, phone, phone_normalised, started_on, version,
                              since)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          userId,
          firstName,
          lastName,
          email,
          phone,
          phoneNormalised,
          start,
          event.revision,
          recordedAtOf(event.metadata),
        ],
      );
    }
    case 'UserProfileChanged': {
      const { firstName, lastName, phone, phoneNormalised, title, about } = event.data;
      return updateOneKeepingPast(
        tx,
        'app_user',
        event,
        'first_name = $4, last_name = $5, phone = $6, phone_normalised = $7, title = $8, about = $9, version = $2',
        'user_id = $3',
        [userId, firstName, lastName, phone, phoneNormalised, title, about],
      );
    }
    case 'UserEmailVerified':
      return changeOne(tx, 'update app_user set email_verified = (email = $2) where user_id = $1', [
        userId,
        event.data.email,
      ]);
    case 'RecommendationWritten': {
      const { recommendationId, recommenderId, recommendation } = event.data;
      return changeOne(
        tx,
        /* sql */ `
        insert into recommendation (recommendation_id, user_id, recommender_id, recommendation, is_accepted, position,
                                    version)
        values ($1, $2, $3, $4, false, $5, $5)`,
        [recommendationId, userId, recommenderId, recommendation, event.revision],
      );
    }
    case 'RecommendationPublished':
    case 'RecommendationHidden':
      return changeOne(tx, 'update recommendation set is_accepted = $2, version = $3 where recommendation_id = $1', [
        event.data.recommendationId,
        event.type === 'RecommendationPublished',
        event.revision,
      ]);
    case 'UserErrorTemplateSaved': {
      const { templateId, errDrugTradeId, errType, errNote } = event.data;
      return changeOne(
        tx,
        /* sql */ `
        insert into user_error_template (template_id, user_id, err_drug_trade_id, err_type, err_note, version)
        values ($1, $2, $3, $4, $5, $6)`,
        [templateId, userId, errDrugTradeId, errType, errNote, event.revision],
      );
    }
    case 'UserErrorTemplateDeleted':
      return changeOne(tx, 'delete from user_error_template where template_id = $1 and user_id = $2', [
        event.data.templateId,
        userId,
      ]);
    default:
      return event satisfies never;
  }
}
