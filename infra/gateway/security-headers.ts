/** Security headers: a page may run its own scripts, talk to its own server and play videos, and nothing else. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The headers of every file of the frontend. Images come from the product's server and from `imageSources`: a team may
 * have an account at an image service, whose images its gallery shows. The operator can name the accounts' folders or
 * none (`settings.ts`). Hashes allow the inline scripts of index.html (the theme before the first paint, the start of
 * the landing page). Styles need 'unsafe-inline', because Emotion writes them at run time.
 */
export async function frontendHeaders(
  staticDir: string,
  imageSources: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const scripts = ["'self'", ...inlineScriptHashes(await readFile(join(staticDir, 'index.html'), 'utf8'))];
  const policy = {
    'default-src': ["'self'"],
    'script-src': scripts,
    'style-src': ["'self'", "'unsafe-inline'"],
    'connect-src': ["'self'", 'ws:', 'wss:'],
    'img-src': ["'self'", 'data:', 'blob:', ...imageSources],
    // For the courses and /myTube: the players of two services, and video files at any https address.
    'frame-src': ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'],
    'media-src': ["'self'", 'https:'],
    'font-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}

export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
