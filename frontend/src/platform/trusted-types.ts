/**
 * Trusted Types: the browser refuses a plain text where HTML or the address of a script is expected
 * (docs/decisions/browser/page-policy.md). TypeScript's DOM library does not know them: a trusted value is typed as the
 * text that it stands for.
 */
interface Rules {
  /** @returns the text that the browser uses instead of `html`, or null to refuse it */
  createHTML?: (html: string) => string | null;
  createScriptURL?: (address: string) => string | null;
}
interface Policy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Rules): Policy;
}

/**
 * Creates a policy that the page allows by its name (infra/runtime/gateway/security-headers.ts).
 * @returns undefined in a browser without Trusted Types, which takes plain texts
 */
export function createPolicy(name: string, rules: Rules): Policy | undefined {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
  return isFactory(factory) ? factory.createPolicy(name, rules) : undefined;
}
const isFactory = (value: unknown): value is Factory =>
  typeof value === 'object' && value !== null && 'createPolicy' in value;
