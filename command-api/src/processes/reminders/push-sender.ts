/**
 * Web push (RFC 8030, 8291, 8292). The text says how many recommendations wait, and nothing of a patient. The push service
 * of the browser cannot read it.
 */
import type { Agent } from 'node:https';
import { sendNotification, WebPushError } from 'web-push';
import type { PushSubscriptions } from '../../accounts/push-subscriptions.ts';
import type { Logger } from 'service-kit/process/logger';
import type { PushKeys } from 'service-kit/security/push-keys';
import { mailWords } from '../mail/mail-words.ts';

const TIMEOUT_MS = 10_000;
/** A reminder of four hours ago is of no use: the push service may drop it. */
const TTL_SECONDS = 4 * 60 * 60;

export interface PushParts {
  readonly subscriptions: PushSubscriptions;
  readonly keys: PushKeys;
  /** Whom a push service may ask: the product's address. */
  readonly contact: string;
  readonly agent: Agent;
  readonly logger: Logger;
}

/** The text that the service worker shows (`frontend/public/push-worker.js`). */
export interface PushText {
  readonly count: number;
  readonly text: string;
}

/** @param count how many recommendations wait. A failure is logged: the page and the mail say the same */
export type PushTo = (userId: string, count: number) => Promise<void>;

export const createPushTo =
  ({ subscriptions, keys, contact, agent, logger }: PushParts): PushTo =>
  async (userId, count) => {
    for (const { language, ...subscription } of await subscriptions.take(userId)) {
      const say = mailWords.in(language.code, language.digits);
      const text: PushText = { count, text: say('push.answersWait', { count }) };
      try {
        await sendNotification(subscription, JSON.stringify(text), {
          vapidDetails: { subject: contact, ...keys },
          TTL: TTL_SECONDS,
          // A later push takes the place of one that has not arrived.
          topic: 'answers-wait',
          urgency: 'high',
          timeout: TIMEOUT_MS,
          agent,
        });
      } catch (error) {
        const status = error instanceof WebPushError ? error.statusCode : undefined;
        if (status === 404 || status === 410) await subscriptions.remove(subscription.endpoint);
        // The address of a subscription is a secret: only the host and the code are logged.
        else
          logger.warn(
            { host: new URL(subscription.endpoint).host, status, code: (error as { code?: unknown }).code },
            'a push could not be sent',
          );
      }
    }
  };
