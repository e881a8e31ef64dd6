/** A simulated browser: a live connection, HTTP reads, and a chart for each admission. */
import type { IncomingTransfer, IncomingTransfers } from 'language/contract/transfers';
import { type Answered, get, unanswered } from './calls.ts';
import { Chart } from './chart.ts';
import { LiveSocket } from './live-socket.ts';
import type { Member } from './test-team.ts';
import { parts } from './view.ts';

export class Client {
  readonly member: Member;
  readonly charts: readonly Chart[];
  /** The open offers of other teams to the own one, as its screen of transfers shows them. */
  incoming: readonly IncomingTransfer[] = [];
  readonly #live: LiveSocket;
  readonly #base: string;
  /** The newest revision of each patient that it has heard of. */
  readonly #patients = new Map<string, number>();

  /** @param onShown told of each revision up to which one of its charts is shown */
  constructor(
    base: string,
    member: Member,
    admissions: readonly string[],
    onShown: (revision: number) => void = () => undefined,
  ) {
    [this.#base, this.member] = [base, member];
    this.charts = admissions.map(
      (admission) => new Chart(admission, (path, readAfter) => this.#read(path, readAfter), onShown),
    );
    this.#live = new LiveSocket(base, member.token);
    const { socket } = this.#live;
    const { team } = member;
    socket.on('connect', () => {
      this.#enterTeam();
      for (const chart of this.charts) this.#enter(chart);
    });
    socket.on('changed', (note) => {
      const chart = this.#chartOf(note.stream);
      // A chart that comes to the own team is opened.
      if (chart && !chart.isShown) this.#enter(chart);
      chart?.hear(note);
      this.#hearOfPatients({ [note.stream]: note.revision });
      if (team !== undefined && note.touched.includes(`team:${team}`)) void this.#readIncoming(team);
    });
    socket.on('revisions', (current) => {
      // The first heartbeat of a process, which does not know what has changed before.
      if (team !== undefined && !(`team-${team}` in current)) this.#enterTeam();
      for (const [stream, revision] of Object.entries(current)) this.#chartOf(stream)?.revisionKnown(revision);
      // A note of a patient may have been lost.
      this.#hearOfPatients(current);
      for (const chart of this.charts) if (!chart.isShown) this.#enter(chart);
      if (team !== undefined) void this.#readIncoming(team);
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
    for (const chart of this.charts) chart.close();
  }

  #read(path: string, readAfter?: string): Promise<Answered> {
    return get(this.#base, this.member.token, path, readAfter);
  }

  #chartOf(stream: string): Chart | undefined {
    return this.charts.find((chart) => chart.stream === stream);
  }

  #enterTeam(): void {
    const { team } = this.member;
    if (team === undefined) return;
    // The changes before are unknown.
    this.#live.enter({ team }, () => this.#readPatients());
    void this.#readIncoming(team);
  }

  #hearOfPatients(current: Readonly<Record<string, number>>): void {
    const news = Object.entries(current).filter(
      ([stream, revision]) => stream.startsWith('patient-') && revision > (this.#patients.get(stream) ?? -1),
    );
    for (const [stream, revision] of news) this.#patients.set(stream, revision);
    if (news.length > 0) this.#readPatients();
  }

  /** The details of a chart show its patient, whose stream is another one. */
  #readPatients(): void {
    // A read that is under way may be older than the change.
    for (const chart of this.charts) if (chart.isShown || chart.isReading) chart.readAgain(['details']);
  }

  /** Where there is no answer, the offers of before are shown until the next heartbeat. */
  async #readIncoming(team: string): Promise<void> {
    const answer = await this.#read(`/api/transfers/${team}/incoming`).catch(unanswered);
    if (answer?.status === 200) this.incoming = (answer.body as IncomingTransfers).incoming;
  }

  #enter(chart: Chart): void {
    this.#live.enter({ admission: chart.admission }, (answer) => {
      if (answer.ok) chart.revisionKnown(answer.revision);
      // The chart is gone: in another team, deleted, or erased with its patient.
      else chart.readAgain(parts);
    });
  }
}
