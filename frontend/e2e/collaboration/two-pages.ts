/** Two colleagues on one chart. */
import { beforeAll, beforeEach } from 'vitest';
import { type BrowserSession, markPage, openSession, signIn } from '../support/browser.ts';
import { openChart } from '../support/chart-page.ts';
import { mona, omar, PASSWORD } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

/** The pages of Mona (`a`) and Omar (`b`). To be called at the top of a file. */
export function twoPages(demo: Demo) {
  const open: { a?: BrowserSession; b?: BrowserSession } = {};
  const signedIn = async ({ email }: { email: string }): Promise<BrowserSession> => {
    const session = await openSession(demo.browser, demo.url);
    await signIn(session.page, email, PASSWORD);
    return session;
  };
  beforeAll(async () => {
    [open.a, open.b] = await Promise.all([signedIn(mona), signedIn(omar)]);
  });
  const there = (session: BrowserSession | undefined): BrowserSession => {
    if (!session) throw new Error('No one is signed in yet');
    return session;
  };
  return {
    get a() {
      return there(open.a);
    },
    get b() {
      return there(open.b);
    },
    /** To be called in a `describe`: each of its tests begins with both pages on a chart that no other test has. */
    openBefore(): void {
      beforeEach(async () => {
        const { admission } = demo.takeStay();
        const pages = [there(open.a).page, there(open.b).page];
        await Promise.all(pages.map((page) => openChart(page, admission)));
        await Promise.all(pages.map(markPage));
      });
    },
  };
}
