/** Pages of the whole log, read ahead: the log works while events are folded. */
import type { EventLog, LogPage, Position } from 'service-kit/event-log/port';

/** Events of the log in a page, those without a read model included. The embedded log reads 300 at a time. */
const PAGE = 900;
const PAGES_AHEAD = 3;

/**
 * @param after the events after it; undefined: from the beginning
 * @param until no page begins after it; undefined: to the end of the log
 * @throws LogUnavailable
 */
export async function* logPages(
  log: Pick<EventLog, 'readAll'>,
  { prefixes, after, until }: { prefixes: readonly string[]; after: Position | undefined; until?: Position },
): AsyncGenerator<LogPage> {
  const read = (from: Position | undefined): Promise<LogPage> => log.readAll({ prefixes, after: from, maxCount: PAGE });
  const isEnd = ({ last }: LogPage): boolean =>
    last === undefined || (until !== undefined && last.commit >= until.commit);
  const ahead = [read(after)];
  for (let page = ahead.shift(); page !== undefined; page = ahead.shift()) {
    let newest = ahead.at(-1) ?? page;
    while (ahead.length < PAGES_AHEAD) {
      newest = newest.then((before) => (isEnd(before) ? before : read(before.last)));
      // A failure is thrown where its page is taken.
      newest.catch(() => undefined);
      ahead.push(newest);
    }
    const taken = await page;
    yield taken;
    if (isEnd(taken)) return;
  }
}
