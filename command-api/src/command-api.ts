/** Starts and stops the command API: on a port of its own, or for the server of a process that it shares. */
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createAccessOutbox } from 'service-kit/accesses/access-outbox';
import { createAccountStates } from './accounts/account-states.ts';
import { type CaptchaWork, createCaptcha } from './accounts/captcha.ts';
import { createCommandKeys } from './accounts/command-keys.ts';
import { createCredentials } from './accounts/credentials.ts';
import { createDeviceCookies } from './accounts/device-cookies.ts';
import { createDeviceKeys } from './accounts/device-keys.ts';
import { createDevicePins } from './accounts/device-pins.ts';
import { createInvitations } from './accounts/invitations.ts';
import { createMailOutbox, type MailOutbox } from './accounts/mail-outbox.ts';
import { checkStoredData } from 'service-kit/private-schema/check-data';
import { warnOfDemoAccounts } from 'service-kit/private-schema/demo-accounts';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { createOneTimeLinks } from './accounts/one-time-links.ts';
import { createPasswordPolicy } from './accounts/password-policy.ts';
import { createPasswords, type Passwords } from './accounts/passwords.ts';
import { masterKeysOf } from 'service-kit/security/key-ring';
import { holdMasterKeys } from 'service-kit/security/master-key-holders';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { createPushSubscriptions } from './accounts/push-subscriptions.ts';
import { createRateLimits, noLimits, type RateLimits } from './accounts/rate-limits.ts';
import { createRefusedAttempts } from './accounts/refused-attempts.ts';
import { relyingPartyOf } from './accounts/second-factor/relying-party.ts';
import { createSecondFactors } from './accounts/second-factor/second-factors.ts';
import { createAnchorStatements } from 'service-kit/event-log/anchor-statements';
import { createSeals } from 'service-kit/event-log/seals';
import { createPushKeys } from 'service-kit/security/push-keys';
import { createSessionProofs } from 'service-kit/security/session-proofs';
import { createSessions } from 'service-kit/security/sessions';
import { createSigning } from 'service-kit/security/signing';
import { createDiskReserve, localPostgresFolder } from 'service-kit/operations/disk-reserve';
import { askForRetry, triedRetry } from 'service-kit/operations/stream-retries';
import { anchorSecurityLog, trimSecurityLog } from 'service-kit/security-log/keep';
import { keepCommandOrigin, recordSecurityEvent, removeOldOrigins } from 'service-kit/security-log/record';
import { takeOperatorActions } from 'service-kit/security-log/operator-actions';
import { recordSettings } from 'service-kit/security-log/settings';
import { emailMark } from 'service-kit/security-log/email-mark';
import { eraseStreams } from './commands/erase-patient.ts';
import { KNOWN_PATIENTS } from './feeds/known-patients.ts';
import { startFeed } from './feeds/start-feed.ts';
import { removeOldMessages, setMessageAside } from 'service-kit/feeds/feed-messages';
import { catalogueStream } from 'language/domain/catalogue/events';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { erasePatient } from './processes/process-managers/erase-patient.ts';
import { runSecondSteps } from './processes/process-managers/second-steps.ts';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { createRestartWait, isLogAway } from 'service-kit/event-log/restart-wait';
import { recordEventVersions } from 'service-kit/event-log/recorded-versions';
import { FOLLOWERS, followersCheck } from './processes/follower-health-check.ts';
import { markTeamWrites } from 'service-kit/aggregates/team-writes';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { createDecideOnly, createHandle } from './commands/handle.ts';
import type { Handle } from './commands/intent.ts';
import { enableAdminAccount, installAdminAccount } from './http/user/admin-account.ts';
import { createApp } from './http/app.ts';
import { createSingleSignOn } from './http/single-sign-on/single-sign-on.ts';
import { isLocal } from './http/user/own-account.ts';
import type { Dependencies } from './http/dependencies.ts';
import { fileTransport, smtpTransport } from './processes/mail/mail-transport.ts';
import { startMailSender } from './processes/mail/mail-sender.ts';
import { requiresVerifiedEmail, warnAboutDisabledProtections } from './protections.ts';
import { createImageService } from './images/image-service.ts';
import { createImageStore } from './images/store.ts';
import { createImportSources } from './imports/import-sources.ts';
import { startSweeping } from './images/sweep.ts';
import { destinationOf, type MailParts } from './processes/anchor-statements/destinations.ts';
import { sendAnchorStatements } from './processes/anchor-statements/send-statements.ts';
import { mailWords } from './processes/mail/mail-words.ts';
import { runAccessLogWriter } from './processes/access-log-writer.ts';
import { shareReads } from './processes/followers/shared-reads.ts';
import { runSecurityLogWriter } from './processes/security-log-writer.ts';
import { runAnswerReminders } from './processes/reminders/answer-reminders.ts';
import { createPushTo } from './processes/reminders/push-sender.ts';
import { publicAgent } from './processes/reminders/push-services.ts';
import { runSealWriter } from './processes/seal-writer.ts';
import { createRememberedRefusals } from 'service-kit/concurrency/remembered-refusals';
import type { HostedService } from 'service-kit/process/hosted-service';
import type { Running } from 'service-kit/process/lifecycle';
import { waitForEngine, waitForPostgres } from 'service-kit/process/wait-for-engine';
import type { Handover } from 'service-kit/process/handover';
import type { Logger } from 'service-kit/process/logger';
import { installationReadings } from 'service-kit/telemetry/installation';
import type { Watched } from 'service-kit/telemetry/metrics';
import { readinessOf, shareReadiness } from 'service-kit/http/health';
import { listen } from 'service-kit/http/listen';
import { openPools } from './pools.ts';
import type { CommandSettings } from './settings.ts';
import { createStopMedications } from './processes/stop-medications.ts';

const REMOVE_EXPIRED_MS = 10 * 60_000;

/** All but the address to listen on. */
export type CommandApiSettings = Omit<CommandSettings, 'HOST' | 'PORT' | 'LOG_LEVEL'>;

export interface CommandApi extends Running, Watched {
  readonly port: number;
}

/** The service on a port of its own. @throws as `openCommandApi`, and the system's error, such as EADDRINUSE */
export async function startCommandApi(
  settings: CommandSettings,
  logger: Logger,
  parts: { passwords?: Passwords; captchaWork?: CaptchaWork; handover?: Handover } = {},
): Promise<CommandApi> {
  const service = await openCommandApi(settings, logger, { ...parts, host: settings.HOST });
  try {
    const http = await listen(service.answer, settings.HOST, settings.PORT);
    logger.info({ port: http.port }, 'listening');
    return {
      async leave() {
        http.closeAfterAnswers();
        await parts.handover?.untilReplaced();
      },
      port: http.port,
      ready: service.ready,
      readings: service.readings,
      async stop() {
        await http.close();
        await service.stop();
      },
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/**
 * @param parts cheap password hashing and easy challenges, for specs; the address of a service with a port of its own
 * @throws SettingsError if MASTER_KEY is not this database's, or a newer version of the program has made its data
 */
export async function openCommandApi(
  settings: CommandApiSettings,
  logger: Logger,
  parts: { passwords?: Passwords; captchaWork?: CaptchaWork; host?: string } = {},
): Promise<HostedService> {
  warnAboutDisabledProtections(settings, logger);
  const pools = openPools(settings.DATABASE_URL, logger);
  const { commands: pool } = pools;
  const opened: (() => Promise<void>)[] = [() => pools.end()];
  const stop = async (): Promise<void> => {
    for (const close of opened.reverse()) await close();
  };
  try {
    const masterKeys = masterKeysOf(settings);
    await waitForPostgres(settings.DATABASE_URL, { logger });
    await checkStoredData(pool, masterKeys);
    await migratePrivateSchema(pool);
    if (parts.host !== undefined) await warnOfDemoAccounts(pool, { host: parts.host }, logger);
    const held = await holdMasterKeys(pool, masterKeys, 'command-api');
    opened.push(() => held.stop());
    const { rootKey } = held;
    await recordSettings(pool, rootKey, 'command-api', settings);
    await takeOperatorActions(pool, settings.DATA_DIR, logger);
    const keys = createPatientKeys(pool, masterKeys);
    const eventLog = connectEventLog({ url: settings.EVENTSTORE_URL, keys, logger });
    const logRestarts = createRestartWait(markTeamWrites(recordEventVersions(eventLog, pool), pool), (observed) =>
      observed.readLast(catalogueStream),
    );
    const { log } = logRestarts;
    opened.push(() => log.close());
    opened.push(async () => logRestarts.stop());

    const folds = createFoldCaches(log);
    const postgresFolder = await localPostgresFolder(pool, settings.DATABASE_URL);
    const disk = createDiskReserve({
      folders: [settings.DATA_DIR, ...(postgresFolder === undefined ? [] : [postgresFolder])],
      reserveMb: settings.DISK_RESERVE_MB,
      logger,
    });
    const handle = createHandle(log, settings.TIME_ZONE, logger, disk.requireRoom);
    const handleRequest: Handle = (intent) => handle({ needsRoom: true, ...intent });
    const markOf = (email: string): string => emailMark(rootKey, email);
    const outbox = createMailOutbox(pool, markOf);
    const credentials = createCredentials(pool);
    const links = createOneTimeLinks(pool);
    const invitations = createInvitations(pool, markOf);
    const captcha = settings.CAPTCHA === 'off' ? undefined : createCaptcha(pools.anonymous, rootKey, parts.captchaWork);
    const refusals = createRememberedRefusals();
    const limitsOn = (counts: Pool): RateLimits =>
      settings.RATE_LIMIT === 'off' ? noLimits : createRateLimits(counts, rootKey, refusals);
    const limits = limitsOn(pool);
    const refusedAttempts = createRefusedAttempts(pools.anonymous, { markOf, logger });
    opened.push(() => refusedAttempts.stop());
    const life = { idleMinutes: settings.SESSION_IDLE_MINUTES, absoluteHours: settings.SESSION_MAX_HOURS };
    const sessions = createSessions(pool, life);
    const relyingParty = relyingPartyOf(settings.PUBLIC_URL ?? settings.LOCAL_URL);
    const secondFactors = createSecondFactors(pool, rootKey, relyingParty);
    const post =
      settings.SMTP_URL === undefined
        ? fileTransport(join(settings.DATA_DIR, 'mail'))
        : smtpTransport(settings.SMTP_URL);
    const localAccounts = {
      adminEmail: settings.ADMIN_EMAIL,
      allowsLocalAccounts: settings.LOCAL_ACCOUNTS === 'on',
    };
    const mailSender = startMailSender({
      outbox,
      credentials,
      links,
      invitations,
      folds,
      post,
      from: settings.MAIL_FROM,
      origin: settings.PUBLIC_URL ?? settings.LOCAL_URL,
      mayHavePassword: (email) => isLocal(localAccounts, email),
      mayBeMade:
        settings.OIDC_ISSUER !== undefined || (localAccounts.allowsLocalAccounts && settings.SIGN_UP !== 'closed'),
      logger,
    });
    opened.push(() => mailSender.stop());
    const passwords = parts.passwords ?? (await createPasswords());
    if (!parts.passwords) opened.push(() => passwords.stop());
    const pins = createDevicePins(pool, rootKey, passwords);
    const mailLinkBy =
      ({ enqueue }: MailOutbox) =>
      async (...mail: Parameters<typeof enqueue>) => {
        await enqueue(...mail);
        mailSender.wake();
      };
    const images = createImageStore(pool);
    const singleSignOn = createSingleSignOn(settings, pool, rootKey, logger);
    const accessNotes = createAccessOutbox(pool, settings.TIME_ZONE);
    const commandKeys = createCommandKeys(pool);
    const pushSubscriptions = createPushSubscriptions(pool);
    const pushKeys = createPushKeys(rootKey);
    const feed = await startFeed({ log, folds, handle, pool, rootKey, logger }, settings);
    if (feed) opened.push(() => feed.stop());
    const dependencies: Dependencies = {
      log,
      folds,
      handle: handleRequest,
      decideOnly: createDecideOnly(settings.TIME_ZONE),
      today: () => calendarDateIn(settings.TIME_ZONE, new Date()),
      importSources: createImportSources(pool),
      requireRoom: disk.requireRoom,
      logRestarts,
      sessions,
      browserSessions: { mode: settings.BROWSER_SESSION, publicOrigin: settings.PUBLIC_URL },
      sessionHoursMax: settings.SESSION_MAX_HOURS,
      sessionProofs: createSessionProofs(pool),
      secondFactors,
      requiresSecondFactor: settings.SECOND_FACTOR === 'required',
      accessNotes,
      images,
      imageService: createImageService(settings.IMAGE_SERVICE_URL, logger),
      imageBytesPerTeam: settings.IMAGES_PER_TEAM_GB * 1024 ** 3,
      erasePatient: (patientId) => erasePatient({ keys, images }, patientId),
      async finishErasure(agreed) {
        const { patientIds, imagesElsewhere } = await eraseStreams({ log, folds, handle, images }, agreed);
        const erased = await Promise.all(patientIds.map((id) => erasePatient({ keys, images }, id)));
        return { imagesElsewhere: [...imagesElsewhere, ...erased.flatMap((one) => one.imagesElsewhere)] };
      },
      push:
        settings.WEB_PUSH === 'on'
          ? {
              subscriptions: pushSubscriptions,
              services: settings.WEB_PUSH_SERVICES,
              publicKey: pushKeys.publicKey,
            }
          : undefined,
      stopMedications: createStopMedications({ log, folds, handle: handleRequest, pool, logger }),
      streamRetries: {
        ask: (retry, by) => askForRetry(pool, retry, by),
        tried: (commandId) => triedRetry(pool, commandId),
      },
      feed: feed && {
        tryAgain: feed.feed.tryAgain,
        setAside: (messageId) => setMessageAside(pool, messageId),
        record: (event) => recordSecurityEvent(pool, event),
      },
      credentials,
      accountStates: createAccountStates(pool),
      links,
      invitations,
      limits,
      refusedAttempts,
      keepOrigin: (commandId, origin) => keepCommandOrigin(pool, commandId, origin),
      commandKeys,
      devices: createDeviceCookies(rootKey),
      captcha,
      passwords,
      pins,
      deviceKeys: createDeviceKeys(pool, rootKey),
      mailLink: mailLinkBy(outbox),
      anonymous: {
        credentials: createCredentials(pools.anonymous),
        sessions: createSessions(pools.anonymous, life),
        sessionProofs: createSessionProofs(pools.anonymous),
        secondFactors: createSecondFactors(pools.anonymous, rootKey, relyingParty),
        links: createOneTimeLinks(pools.anonymous),
        keepOrigin: (commandId, origin) => keepCommandOrigin(pools.anonymous, commandId, origin),
        commandKeys: createCommandKeys(pools.anonymous),
        invitations: createInvitations(pools.anonymous, markOf),
        limits: limitsOn(pools.attempts),
        captcha,
        mailLink: mailLinkBy(createMailOutbox(pools.anonymous, markOf)),
      },
      requiresVerifiedEmail: requiresVerifiedEmail(settings),
      ...localAccounts,
      signUp: settings.SIGN_UP,
      passwordPolicy: createPasswordPolicy({
        minLength: settings.MIN_PASSWORD_LENGTH,
        commonPasswords: settings.COMMON_PASSWORDS,
      }),
      singleSignOn,
      seedSecret: settings.SEED_SECRET,
      gatewaySecret: settings.GATEWAY_SECRET,
    };
    const { ADMIN_EMAIL, ADMIN_PASSWORD } = settings;
    if (ADMIN_EMAIL !== undefined) await enableAdminAccount(dependencies, ADMIN_EMAIL);
    if (ADMIN_EMAIL !== undefined && ADMIN_PASSWORD !== undefined)
      await waitForEngine(
        'EVENTSTORE_URL',
        () => installAdminAccount({ ...dependencies, handle }, ADMIN_EMAIL, ADMIN_PASSWORD),
        isLogAway,
        { logger },
      );
    // Another process may still run with the setting of before and begin one: they are ended again and again.
    const closeLocal = async (): Promise<void> => {
      if (!localAccounts.allowsLocalAccounts) await sessions.closeLocal(ADMIN_EMAIL);
    };
    await closeLocal();
    const checks = {
      postgres: () => pool.query('select 1'),
      eventLog: () => log.readLast(catalogueStream),
      followers: followersCheck(pool, new Date(), undefined, feed ? [...FOLLOWERS, KNOWN_PATIENTS] : FOLLOWERS),
      disk: disk.check,
    };
    const ready = shareReadiness(() => readinessOf(checks));

    const signing = createSigning(rootKey);
    const statementMails: MailParts = {
      post,
      from: settings.MAIL_FROM,
      origin: settings.PUBLIC_URL ?? settings.LOCAL_URL,
      says: mailWords.codes.map((code) => mailWords.in(code)),
    };
    const destinations = settings.ANCHOR_STATEMENTS_TO.map((address) => destinationOf(address, statementMails));
    const push =
      settings.WEB_PUSH === 'on' && settings.PUBLIC_URL !== undefined
        ? createPushTo({
            subscriptions: pushSubscriptions,
            keys: pushKeys,
            contact: settings.PUBLIC_URL,
            agent: publicAgent(),
            logger,
          })
        : undefined;
    const stopping = new AbortController();
    const followed = shareReads(log);
    const followers = Promise.all([
      runSecondSteps({ log: followed, folds, handle, pool, logger, images, keys }, stopping.signal),
      runAccessLogWriter({ log, pool, logger, notes: accessNotes }, stopping.signal),
      runSealWriter({ log, pool, logger, seals: createSeals(pool), signing }, stopping.signal),
      ...(destinations.length === 0
        ? []
        : [
            sendAnchorStatements(
              {
                pool,
                logger,
                signing,
                statements: createAnchorStatements(pool),
                destinations,
                everyMs: settings.ANCHOR_STATEMENT_HOURS * 3_600_000,
              },
              stopping.signal,
            ),
          ]),
      runSecurityLogWriter({ log: followed, pool, logger, days: settings.SECURITY_LOG_DAYS }, stopping.signal),
      runAnswerReminders(
        {
          log: followed,
          pool,
          logger,
          folds,
          handle,
          timeZone: settings.TIME_ZONE,
          mail: settings.ANSWER_MAIL === 'on' ? { outbox, wake: mailSender.wake } : undefined,
          push,
        },
        stopping.signal,
      ),
    ]);
    const keepSecurityLog = async (): Promise<void> => {
      await anchorSecurityLog(pool, signing);
      await trimSecurityLog(pool, settings.SECURITY_LOG_DAYS);
      await removeOldOrigins(pool);
    };
    const removingExpired = setInterval(() => {
      const expiring = [
        sessions,
        links,
        invitations,
        limits,
        pins,
        accessNotes,
        commandKeys,
        secondFactors,
        ...(captcha ? [captcha] : []),
        ...(singleSignOn ? [singleSignOn.identities] : []),
        { removeExpired: () => removeOldMessages(pool) },
      ];
      Promise.all([...expiring.map((store) => store.removeExpired()), closeLocal(), keepSecurityLog()]).catch(
        (error: unknown) => logger.warn({ error }, 'expired rows could not be removed'),
      );
    }, REMOVE_EXPIRED_MS);
    opened.push(async () => {
      clearInterval(removingExpired);
      stopping.abort();
      await followers;
    });

    const sweeping = startSweeping({ images, log, logger });
    opened.push(async () => sweeping.stop());

    const app = createApp({ dependencies, ready, logger });
    const answer = app.callback();
    return {
      answer: (request, response) => void answer(request, response),
      ready,
      readings: () => installationReadings(pool, { ...settings, statementsTo: destinations.map(({ name }) => name) }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
