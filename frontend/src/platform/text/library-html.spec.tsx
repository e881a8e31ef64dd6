import { afterEach, expect, test, vi } from 'vitest';

interface Rules {
  createHTML?: (html: string) => string;
  createScriptURL?: unknown;
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The policy `default` in a browser that has Trusted Types. */
async function defaultPolicy(): Promise<Rules> {
  const policies = new Map<string, Rules>();
  vi.stubGlobal('trustedTypes', {
    createPolicy: (name: string, rules: Rules) => {
      policies.set(name, rules);
      return rules;
    },
  });
  vi.resetModules();
  await import('./library-html.ts');
  return policies.get('default') ?? {};
}

test('what a library writes as HTML keeps the elements of rich text only', async () => {
  const { createHTML, createScriptURL } = await defaultPolicy();
  expect(createHTML?.('<b>a</b><img src=x onerror=alert(1)><svg onload=alert(1)></svg><p style="x:y">c</p>')).toBe(
    '<b>a</b><p>c</p>',
  );
  expect(createHTML?.('<a href="javascript:alert(1)">a</a><script>alert(1)</script>')).toBe('<a>a</a>');
  expect(createScriptURL).toBeUndefined();
});
