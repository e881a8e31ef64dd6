/** For `*.int.spec.ts` only: a product with a provider, and people who sign in there. */
import type { Problem, SignedIn } from 'language/contract/entities';
import { freePort } from 'service-kit/process/free-port';
import { openBrowser, startProvider, type TestBrowser, type TestProvider } from './oidc-provider.ts';
import { startTestEnvironment, type TestEnvironment } from './test-environment.ts';

/** The product as browsers would see it behind a gateway. */
export const ORIGIN = 'http://localhost:8123';

export interface ProductWithProvider {
  readonly provider: TestProvider;
  readonly environment: TestEnvironment;
  /** A person of the provider with a proven e-mail, and these claims instead. @returns the name */
  person(name: string, claims?: object): string;
  /** @returns the provider's address */
  begin(browser: TestBrowser, query?: string): Promise<string>;
  /** The browser comes back. @returns the page of the product that it is led to */
  callback(browser: TestBrowser, address: string): Promise<string>;
  /** The page exchanges its code. */
  fetchSession(browser: TestBrowser, page: string): Promise<{ status: number; body: SignedIn & Problem }>;
  /** All of it. */
  signIn(name: string, browser?: TestBrowser): Promise<{ status: number; body: SignedIn & Problem }>;
  isSignedIn(session: { readonly token: string }): Promise<boolean>;
  stop(): Promise<void>;
}

/** @param env settings of the product besides those of the provider */
export async function startProductWithProvider(env: NodeJS.ProcessEnv = {}): Promise<ProductWithProvider> {
  const port = await freePort();
  const provider = await startProvider({
    origin: ORIGIN,
    backchannel: `http://127.0.0.1:${port}/api/users/oidc/backchannel-logout`,
  });
  const environment = await startTestEnvironment({ ...provider.settings, PORT: String(port), ...env });
  const product: ProductWithProvider = {
    provider,
    environment,
    person(name, claims = {}) {
      provider.people.set(name, {
        email: `${name}@hospital.test`,
        email_verified: true,
        given_name: name,
        family_name: 'Hassan',
        ...claims,
      });
      return name;
    },
    async begin(browser, query = '') {
      const answer = await browser.request(`${environment.url}/api/users/oidc/start${query}`, {
        headers: { accept: 'application/json' },
      });
      return ((await answer.json()) as { url: string }).url;
    },
    async callback(browser, address) {
      const answer = await browser.request(environment.url + address.slice(ORIGIN.length));
      return answer.headers.get('location') ?? '';
    },
    async fetchSession(browser, page) {
      const answer = await browser.request(`${environment.url}/api/users/oidc/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: codeIn(page) }),
      });
      return { status: answer.status, body: (await answer.json()) as SignedIn & Problem };
    },
    async signIn(name, browser = openBrowser()) {
      const address = await browser.signInAtProvider(await product.begin(browser), name);
      return product.fetchSession(browser, await product.callback(browser, address));
    },
    async isSignedIn({ token }) {
      const answer = await environment.send(
        'POST',
        '/api/users/confirmationMail',
        {},
        { authorization: `bearer ${token}` },
      );
      return answer.status !== 401;
    },
    async stop() {
      await environment.stop();
      await provider.stop();
    },
  };
  return product;
}

/** The one-time code in the fragment of a page's address. */
export const codeIn = (page: string): string => page.split('#signIn=')[1] ?? '';
