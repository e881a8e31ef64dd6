/** A simulated browser: a live connection, HTTP reads, and a chart for each admission. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Changed, WatchAnswer } from 'command-api/contract/live';
import type { IncomingTransfer, IncomingTransfers } from 'command-api/contract/transfers';
import { type Answered, get, NoAnswer } from './calls.ts';
import { Chart } from './chart.ts';
import { LiveSocket } from './live-socket.ts';
import type { Member } from './test-team.ts';
import type { Observer } from './ledger.ts';
import { parts } from './view.ts';

const ASK_AGAIN_MS = 2_000;

export class Client {
  readonly member: Member;
  readonly charts: readonly Chart[];
  /** The open offers of other teams to the own one, as its screen of transfers shows them. */
  incoming: readonly IncomingTransfer[] = [];
  readonly #live: LiveSocket;
  readonly #base: string;
  /** The newest revision of each patient that it has heard of. */
  readonly #patients = new Map<string, number>();

  constructor(base: string, member: Member, admissions: readonly string[], observer: Observer) {
    this.#base = base;
    this.member = member;
    const ofMember: Observer = {
      counted: (what) => observer.counted(what),
      shown: (stream, from, to) => observer.shown(stream, from, to, member.userId),
    };
    this.charts = admissions.map(
      (admission) => new Chart(admission, (path, readAfter) => this.#read(path, readAfter), ofMember),
    );
    this.#live = new LiveSocket(base, member.token);
    const { socket } = this.#live;
    socket.on('connect', () => {
      this.#enterTeam();
      for (const chart of this.charts) {
        this.#enter(chart);
        chart.readWhatFailed();
      }
    });
    socket.on('changed', (note: Changed) => {
      const chart = this.#chartOf(note.stream);
      // A chart that comes to the own team is opened.
      if (chart && !chart.isShown) this.#enter(chart);
      chart?.hear(note);
      if (this.#hearPatient(note.stream, note.revision)) this.#readPatients();
      if (note.touched.includes(`team:${this.member.team}`)) void this.#readIncoming();
    });
    socket.on('revisions', (current) => {
      // The first heartbeat of a process, which does not know what has changed before.
      if (this.member.team !== undefined && !(`team-${this.member.team}` in current)) this.#enterTeam();
      for (const [stream, revision] of Object.entries(current)) this.#chartOf(stream)?.revisionKnown(revision);
      // A note of a patient may have been lost.
      const isAhead = Object.entries(current).map(([stream, revision]) => this.#hearPatient(stream, revision));
      if (isAhead.includes(true)) this.#readPatients();
      for (const chart of this.charts)
        if (chart.isShown) chart.readWhatFailed();
        else this.#enter(chart);
      void this.#readIncoming();
    });
  }

  /** Opens the charts. */
  open(): void {
    for (const chart of this.charts) chart.readAgain(parts);
    this.#live.socket.connect();
  }

  /** Loses the connection for a moment. */
  drop(): void {
    this.#live.drop();
  }

  close(): void {
    this.#live.close();
  }

  get isReading(): boolean {
    return this.charts.some((chart) => chart.isReading);
  }

  #read(path: string, readAfter: string | undefined): Promise<Answered> {
    return get(this.#base, this.member.token, path, { readAfter });
  }

  #chartOf(stream: string): Chart | undefined {
    return this.charts.find((chart) => chart.stream === stream);
  }

  #enterTeam(): void {
    const { team } = this.member;
    if (team === undefined) return;
    const { socket } = this.#live;
    socket.emit('watch', { team }, (answer: WatchAnswer) => {
      // What has changed before is unknown.
      if (answer.ok) this.#readPatients();
      else void pause(ASK_AGAIN_MS).then(() => socket.connected && this.#enterTeam());
    });
    void this.#readIncoming();
  }

  /** @returns whether this is a newer revision of a patient */
  #hearPatient(stream: string, revision: number): boolean {
    if (!stream.startsWith('patient-') || revision <= (this.#patients.get(stream) ?? -1)) return false;
    this.#patients.set(stream, revision);
    return true;
  }

  /** The details of a chart show its patient, whose stream is another one. */
  #readPatients(): void {
    for (const chart of this.charts) if (chart.isShown) chart.readAgain(['details']);
  }

  /** Where there is no answer, the offers of before are shown until the next heartbeat. */
  async #readIncoming(): Promise<void> {
    const { team } = this.member;
    if (team === undefined) return;
    const answer = await this.#read(`/api/transfers/${team}/incoming`, undefined).catch((error: unknown) => {
      if (error instanceof NoAnswer) return undefined;
      throw error;
    });
    if (answer?.status === 200) this.incoming = (answer.body as IncomingTransfers).incoming;
  }

  #enter(chart: Chart): void {
    const { socket } = this.#live;
    socket.emit('watch', { admission: chart.admission }, (answer: WatchAnswer) => {
      if (answer.ok) chart.revisionKnown(answer.revision);
      // The chart is gone: in another team, deleted, or erased with its patient.
      else if (answer.reason === 'not-found') chart.readAgain(parts);
      else void pause(ASK_AGAIN_MS).then(() => socket.connected && this.#enter(chart));
    });
  }
}
