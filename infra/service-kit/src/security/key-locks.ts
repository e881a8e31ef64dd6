/**
 * The locks of patients' keys that this process holds. A shared lock keeps a key from being destroyed. It is taken once
 * and kept while the patient is written to, so that most appends ask Postgres nothing
 * (docs/decisions/write-side/patient-keys.md).
 *
 * - The locks belong to one session of Postgres, which exists while there are locks.
 * - A lock is released two seconds after its last use, or at once after its last use if a process wants to destroy the
 *   key.
 * - A process that hangs loses its session, and the locks with it. It does not use a lock that Postgres has not confirmed
 *   lately.
 */
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { LogUnavailable } from '../event-log/port.ts';
import { POSTGRES_TIMEOUTS } from '../postgres/availability.ts';

/** The first of the two numbers of a key's lock; the second is the hash of the patient's id. */
export const KEY_SPACE = `hashtext('patient key')`;
/** NOTIFY channel of processes that wait to destroy a key; the payload is the patient's id. */
export const KEY_WANTED_CHANNEL = 'patient_key_wanted';

/** Between two statements of a session that holds locks. Each confirms all locks, and releases the unused ones. */
const TICK_MS = 2_000;
/** A lock may be used for this long after Postgres has confirmed it. */
const CONFIRMED_MS = 5_000;
/**
 * Postgres ends a session without a statement for this time. It is longer than `CONFIRMED_MS` and the 6 s within which an
 * append is answered.
 */
const IDLE_SESSION_MS = 15_000;
/** The longest wait for a lock that another process holds to destroy the key. */
const TAKE_MS_MAX = 5_000;
const RETRY_MS = 20;

/** The row of a key in Postgres. */
export interface KeyRow {
  /** Undefined if there is no key, or no key any more. */
  readonly wrapped: Buffer | undefined;
  /** The id of the master key that wraps it. */
  readonly keyId: string | null;
  readonly isDestroyed: boolean;
}

interface Lock {
  readonly patientId: string;
  readonly session: LockSession;
  /** Undefined if another process holds the key's lock to destroy it. */
  readonly taken: Promise<KeyRow | undefined>;
  uses: number;
  usedAt: number;
  /** A process wants to destroy the key: no use begins any more. */
  isWanted: boolean;
  /** Resolves when the lock is released. */
  readonly released: Promise<void>;
  readonly release: () => void;
}

export class KeyLocks {
  readonly #connectionString: string | undefined;
  readonly #locks = new Map<string, Lock>();
  #session: LockSession | undefined;

  constructor(connectionString: string | undefined) {
    this.#connectionString = connectionString;
  }

  /**
   * Runs `work` while the key's lock is held. `work` encrypts and sends before its first wait.
   * @throws LogUnavailable if the lock cannot be had; and what Postgres or `work` throws
   */
  async hold<Result>(patientId: string, work: (row: KeyRow) => Promise<Result>): Promise<Result> {
    const until = performance.now() + TAKE_MS_MAX;
    for (;;) {
      const lock = this.#locks.get(patientId) ?? this.#take(patientId);
      if (lock.isWanted) {
        await lock.released;
        continue;
      }
      lock.uses += 1;
      try {
        const row = await lock.taken;
        if (row) await lock.session.confirm();
        if (row && lock.session.isAlive) return await work(row);
      } finally {
        lock.uses -= 1;
        lock.usedAt = performance.now();
        if (lock.isWanted && lock.uses === 0) void this.#release(lock.session, [lock]);
      }
      if (performance.now() > until) throw new LogUnavailable('It took too long to get the key of a patient');
      await pause(RETRY_MS);
    }
  }

  /** The row of a key is read again at its next use. */
  forget(patientId: string): void {
    const lock = this.#locks.get(patientId);
    if (lock) this.#want(lock);
  }

  #take(patientId: string): Lock {
    const session = this.#openSession();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const taken = session.take(patientId);
    const lock = { patientId, session, taken, uses: 0, usedAt: performance.now(), isWanted: false, released, release };
    this.#locks.set(patientId, lock);
    taken.then(
      (row) => row ?? this.#drop(lock),
      () => this.#drop(lock),
    );
    return lock;
  }

  #want(lock: Lock): void {
    lock.isWanted = true;
    if (lock.uses === 0) void this.#release(lock.session, [lock]);
  }

  /** No use of these locks is under way, and none begins. It confirms the other locks of the session. */
  async #release(session: LockSession, locks: readonly Lock[]): Promise<void> {
    const held = locks.filter((lock) => this.#locks.get(lock.patientId) === lock);
    for (const lock of held) lock.isWanted = true;
    // A session that is lost has released its locks.
    await session.release(held.map(({ patientId }) => patientId)).catch(() => session.end());
    for (const lock of held) this.#drop(lock);
  }

  #drop(lock: Lock): void {
    if (this.#locks.get(lock.patientId) === lock) this.#locks.delete(lock.patientId);
    lock.release();
  }

  #openSession(): LockSession {
    if (this.#session?.isAlive) return this.#session;
    const session = new LockSession(this.#connectionString, {
      onWanted: (patientId) => {
        const lock = this.#locks.get(patientId);
        if (lock?.session === session) this.#want(lock);
      },
      onTick: () => this.#tick(session),
      onEnd: () => {
        for (const lock of this.#of(session)) this.#drop(lock);
      },
    });
    this.#session = session;
    return session;
  }

  #of(session: LockSession): readonly Lock[] {
    return [...this.#locks.values()].filter((lock) => lock.session === session);
  }

  #tick(session: LockSession): void {
    const locks = this.#of(session);
    const before = performance.now() - TICK_MS;
    if (locks.length === 0) session.end();
    else
      void this.#release(
        session,
        locks.filter(({ uses, usedAt }) => uses === 0 && usedAt < before),
      );
  }
}

interface SessionEvents {
  readonly onWanted: (patientId: string) => void;
  readonly onTick: () => void;
  readonly onEnd: () => void;
}

/** One connection. */
class LockSession {
  readonly #client: Client;
  readonly #connected: Promise<unknown>;
  readonly #events: SessionEvents;
  readonly #timer: NodeJS.Timeout;
  #isAlive = true;
  #before: Promise<unknown> = Promise.resolve();
  /** When the last statement was sent that Postgres has answered. */
  #confirmedAt = performance.now();
  /** Waiting for the next statement that takes locks. */
  #wanted: {
    readonly patientId: string;
    readonly answer: (row: KeyRow | undefined) => void;
    readonly refuse: (error: unknown) => void;
  }[] = [];

  constructor(connectionString: string | undefined, events: SessionEvents) {
    this.#events = events;
    this.#client = new Client({
      connectionString,
      ...POSTGRES_TIMEOUTS,
      options: `-c idle_session_timeout=${IDLE_SESSION_MS}`,
      application_name: 'patient keys',
      // It keeps no process alive.
      stream: () => new Socket().unref(),
    });
    this.#client
      .on('notification', ({ payload }) => events.onWanted(payload ?? ''))
      .on('error', () => this.end())
      .on('end', () => this.end());
    this.#connected = this.#client.connect().then(() => this.#query(`listen ${KEY_WANTED_CHANNEL}`));
    this.#connected.catch(() => this.end());
    this.#timer = setInterval(() => events.onTick(), TICK_MS);
    this.#timer.unref();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  end(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    clearInterval(this.#timer);
    this.#client.end().catch(() => undefined);
    this.#events.onEnd();
  }

  /** Locks of the same tick are taken by one statement. @returns undefined if another process destroys the key */
  take(patientId: string): Promise<KeyRow | undefined> {
    return new Promise((answer, refuse) => {
      this.#wanted.push({ patientId, answer, refuse });
      if (this.#wanted.length === 1) setImmediate(() => void this.#takeWanted());
    });
  }

  async #takeWanted(): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = [];
    try {
      await this.#connected;
      const rows = await this.#query<{
        patient_id: string;
        is_held: boolean;
        wrapped_key: Buffer | null;
        key_id: string | null;
        is_destroyed: boolean;
      }>({
        name: 'hold-patient-keys',
        text: 'select patient_id, is_held, wrapped_key, key_id, is_destroyed from accounts.hold_patient_keys($1)',
        values: [wanted.map(({ patientId }) => patientId)],
      });
      const found = new Map(rows.map((row) => [row.patient_id, row]));
      for (const { patientId, answer } of wanted) {
        const row = found.get(patientId);
        answer(
          row?.is_held
            ? { wrapped: row.wrapped_key ?? undefined, keyId: row.key_id, isDestroyed: row.is_destroyed }
            : undefined,
        );
      }
    } catch (error) {
      // Postgres may take the locks later: the end of the session releases them.
      this.end();
      for (const { refuse } of wanted) refuse(error);
    }
  }

  async release(patientIds: readonly string[]): Promise<void> {
    await this.#query({
      name: 'release-patient-keys',
      text: `select pg_advisory_unlock_shared(${KEY_SPACE}, hashtext(id)) from unnest($1::text[]) as id`,
      values: [patientIds],
    });
  }

  /** Asks Postgres if it has not answered lately: this process may have hung. */
  async confirm(): Promise<void> {
    if (performance.now() - this.#confirmedAt > CONFIRMED_MS) await this.release([]).catch(() => this.end());
  }

  /** One statement after the other. */
  #query<Row extends object>(query: string | { name: string; text: string; values: unknown[] }): Promise<Row[]> {
    const answer = this.#before.then(async () => {
      const sentAt = performance.now();
      const { rows } = await this.#client.query<Row>(query);
      this.#confirmedAt = sentAt;
      return rows;
    });
    this.#before = answer.catch(() => undefined);
    return answer;
  }
}
