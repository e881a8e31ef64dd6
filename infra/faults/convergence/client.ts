/** A simulated browser: a live connection, HTTP reads, and a chart for each admission. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Changed, WatchAnswer } from 'command-api/contract/live';
import { type Answered, get } from './calls.ts';
import { Chart } from './chart.ts';
import { LiveSocket } from './live-socket.ts';
import type { Member } from './test-team.ts';
import type { Observer } from './ledger.ts';
import { parts } from './view.ts';

const ASK_AGAIN_MS = 2_000;

export class Client {
  readonly member: Member;
  readonly charts: readonly Chart[];
  readonly #live: LiveSocket;
  readonly #base: string;

  constructor(base: string, member: Member, admissions: readonly string[], observer: Observer) {
    this.#base = base;
    this.member = member;
    this.charts = admissions.map(
      (admission) => new Chart(admission, (path, readAfter) => this.#read(path, readAfter), observer),
    );
    this.#live = new LiveSocket(base, member.token);
    const { socket } = this.#live;
    socket.on('connect', () => {
      for (const chart of this.charts) {
        this.#enter(chart);
        chart.readWhatFailed();
      }
    });
    socket.on('changed', (note: Changed) => this.#chartOf(note.stream)?.hear(note));
    socket.on('revisions', (current) => {
      for (const [stream, revision] of Object.entries(current)) this.#chartOf(stream)?.revisionKnown(revision);
      for (const chart of this.charts) chart.readWhatFailed();
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

  #enter(chart: Chart): void {
    const { socket } = this.#live;
    socket.emit('watch', { admission: chart.admission }, (answer: WatchAnswer) => {
      if (answer.ok) chart.revisionKnown(answer.revision);
      // The chart is gone: deleted, or erased with its patient.
      else if (answer.reason === 'not-found') chart.readAgain(parts);
      else void pause(ASK_AGAIN_MS).then(() => socket.connected && this.#enter(chart));
    });
  }
}
