/** Tests, to be called within a started demo hospital: a proxy in front of the product allows no WebSocket. */
import type { Answer, Review } from 'language/contract/entities';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession, signIn } from '../support/browser.ts';
import { openChart, review } from '../support/chart-page.ts';
import { callAs, mona, omar, PASSWORD } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

/** Passes requests on to `target` and refuses upgrades. */
async function startProxyWithoutUpgrades(target: string): Promise<Server> {
  const { hostname, port } = new URL(target);
  const proxy = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const passedOn = request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    response.once('close', () => passedOn.destroy());
    incoming.pipe(passedOn);
  });
  proxy.on('upgrade', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n'));
  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  return proxy;
}

export function longPollingTests(demo: Demo): void {
  describe('where a proxy allows no WebSocket', () => {
    let proxy: Server;
    beforeAll(async () => {
      proxy = await startProxyWithoutUpgrades(demo.url);
    });
    afterAll(() => {
      proxy?.closeAllConnections();
      proxy?.close();
    });

    test('a review of a colleague appears by long polling', async () => {
      const chart = demo.stayAt(-1).admission;
      const { page, context } = await openSession(
        demo.browser,
        `http://localhost:${(proxy.address() as AddressInfo).port}`,
      );
      await signIn(page, omar.email, PASSWORD);
      await openChart(page, chart);
      await page.locator('[role=status][data-state=live]').waitFor();
      const asMona = await callAs(demo.url, mona.email);
      const { _id } = await asMona<Answer<Review>>('POST', '/api/reviews/addReview', {
        admissionId: chart,
        reviewDate: new Date().toISOString().slice(0, 10),
        clinicalNote: '<p>Seen without a WebSocket.</p>',
        drugErrs: [],
      });
      await review(page, _id).waitFor();
      expect(await review(page, _id).textContent()).toContain('Mona Farouk');
      await context.close();
    });
  });
}
