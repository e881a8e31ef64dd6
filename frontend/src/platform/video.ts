/** Parses pasted addresses of videos. Nothing of a video service is loaded before a person plays a video. */
import { translate } from './language/language.ts';

export type Video =
  /** A page of the service in a frame, in its variant that sets no cookies before playing. */
  | { kind: 'frame'; service: 'YouTube' | 'Vimeo'; src: string }
  /** A file that the browser plays. */
  | { kind: 'file'; src: string };
export type ReadVideo = { video: Video } | { problem: string };

function urlOf(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** Parses `90`, `90s`, `1m30s`, `1h2m3s` or `1:30` to seconds; 0 for other text. */
function seconds(text: string | null): number {
  if (text === null) return 0;
  if (/^\d+(:\d{1,2}){1,2}$/.test(text)) return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  const [, h = 0, m = 0, s = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text) ?? [];
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
}
const startOf = ({ searchParams, hash }: URL): number =>
  seconds(
    searchParams.get('t') ??
      searchParams.get('start') ??
      searchParams.get('time_continue') ??
      new URLSearchParams(hash.slice(1)).get('t'),
  );

function youTube(url: URL, host: string): ReadVideo {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  const id =
    host === 'youtu.be'
      ? first
      : first === 'watch'
        ? (url.searchParams.get('v') ?? '')
        : ['shorts', 'embed', 'live', 'v'].includes(first)
          ? second
          : '';
  if (!/^[\w-]{11}$/.test(id)) return { problem: translate('video.problems.noVideo', { service: 'YouTube' }) };
  const start = startOf(url);
  return {
    video: {
      kind: 'frame',
      service: 'YouTube',
      src: `https://www.youtube-nocookie.com/embed/${id}?rel=0${start > 0 ? `&start=${start}` : ''}`,
    },
  };
}

function vimeo(url: URL): ReadVideo {
  const parts = url.pathname.split('/').filter(Boolean);
  const at = parts.findIndex(
    (part) => /^\d{5,12}$/.test(part) && !['album', 'showcase', 'user'].includes(parts[parts.indexOf(part) - 1] ?? ''),
  );
  const id = parts[at];
  if (id === undefined) return { problem: translate('video.problems.noVideo', { service: 'Vimeo' }) };
  // An unlisted video has a hash: `vimeo.com/76979871/8272103f6e`, or `?h=`.
  const unlistedHash = url.searchParams.get('h') ?? parts[at + 1] ?? '';
  const start = startOf(url);
  const hash = /^[0-9a-f]{6,}$/i.test(unlistedHash) ? `&h=${unlistedHash}` : '';
  return {
    video: {
      kind: 'frame',
      service: 'Vimeo',
      src: `https://player.vimeo.com/video/${id}?dnt=1${hash}${start > 0 ? `#t=${start}s` : ''}`,
    },
  };
}

/** People also paste embed code, or an address without its scheme. */
function extractAddress(pasted: string): string {
  const text = /<iframe[^>]*\ssrc=["']([^"']+)["']/i.exec(pasted)?.[1]?.replaceAll('&amp;', '&') ?? pasted.trim();
  if (text.startsWith('//')) return `https:${text}`;
  return /^(?:[\w-]+\.)+[a-z]{2,}(?:[/?#]|$)/i.test(text) ? `https://${text}` : text;
}

/** @returns the video, or a sentence that says why it cannot be played */
export function readVideo(pasted: string): ReadVideo {
  const address = extractAddress(pasted);
  if (address === '') return { problem: translate('video.problems.empty') };
  const url = urlOf(address);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { problem: translate('video.problems.notAnAddress') };
  const host = url.hostname.replace(/^(?:www|m|music)\./, '');
  if (['youtube.com', 'youtube-nocookie.com', 'youtu.be'].includes(host)) return youTube(url, host);
  if (host === 'vimeo.com' || host === 'player.vimeo.com') return vimeo(url);
  if (!/\.(?:mp4|m4v|webm|ogv)$/i.test(url.pathname)) return { problem: translate('video.problems.unknown') };
  if (url.protocol !== 'https:' && url.origin !== location.origin)
    return { problem: translate('video.problems.notSecure') };
  return { video: { kind: 'file', src: url.href } };
}

/** An example address (RFC 2606) that the owner of the installation has not replaced yet. */
export const isPlaceholder = (address: string): boolean =>
  /(?:^|\.)(?:example|invalid|test|example\.(?:com|net|org))$/.test(urlOf(address)?.hostname ?? '');
