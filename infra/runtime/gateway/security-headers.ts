/** Security headers: a page may run its own scripts, talk to its own server and play videos, and nothing else. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languagesIn } from './languages.ts';

/** A browser that has seen it does not use plain http for this host within a year. Other hosts decide for themselves. */
const STRICT_TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=31536000' };

/** The headers of every answer. @param isSecure the server has TLS @param publicUrl where browsers find the product */
export const transportHeaders = (isSecure: boolean, publicUrl: string | undefined): Readonly<Record<string, string>> =>
  isSecure || publicUrl?.startsWith('https:') ? STRICT_TRANSPORT_SECURITY : {};

/** Where pages load from besides the product's server (`settings.ts`). */
export interface Sources {
  /** A team may have an account at an image service, whose images its gallery shows. */
  readonly images: readonly string[];
  /** Video files of courses. */
  readonly media: readonly string[];
}

/** Emotion writes its rules into empty `<style>` elements with `insertRule`, which a policy does not govern. */
const EMPTY_STYLE = hashOf('');
/** The style sheets that ApexCharts 4.7.0 writes: of a chart, and of its legend. */
const CHART_STYLES = [
  "'sha256-TBymqJXQvXKxe+z+3ydUYBErlkFFu110c5FjiVB8p+M='",
  "'sha256-aSysLrDECVdJ6L+jLf8CC5QKLmwRuk/OZiZk9mYky8A='",
];
/** The Trusted Types policies of the frontend, and DOMPurify's own (docs/decisions/browser/page-policy.md). */
const TRUSTED_TYPES = ['dompurify', 'default', 'captcha-worker', 'push-worker'];

/**
 * The headers of every file of the frontend. Hashes allow the inline scripts and styles of the landing pages (the theme before
 * the first paint, the start of the landing page, its prerendered styles). `connect-src 'self'` includes the web socket
 * of this server (Content Security Policy Level 3).
 */
export async function frontendHeaders(staticDir: string, sources: Sources): Promise<Readonly<Record<string, string>>> {
  const codes = await languagesIn(staticDir);
  const pages = await Promise.all(codes.map((code) => readFile(join(staticDir, `index.${code}.html`), 'utf8')));
  const page = pages.join('\n');
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineHashes(page, 'script')],
    'style-src': ["'self'", EMPTY_STYLE, ...CHART_STYLES, ...inlineHashes(page, 'style')],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': TRUSTED_TYPES,
    'connect-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...sources.images],
    // For the courses and /myTube: the players of two services.
    'frame-src': ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'],
    'media-src': ["'self'", ...sources.media],
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

/** The hashes of the elements with a content of their own, each once. */
export const inlineHashes = (html: string, element: 'script' | 'style'): string[] => [
  ...new Set(
    [...html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'g'))].map(
      ([, content = '']) => hashOf(content),
    ),
  ),
];

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
