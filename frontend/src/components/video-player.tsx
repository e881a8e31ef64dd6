import { Box } from '@chakra-ui/react/box';
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Video } from '../platform/video.ts';
import { useTranslation } from '../platform/language/use-translation.ts';

interface Props {
  video: Video;
  title: string;
  onEnded?: () => void;
}

const stage = {
  position: 'relative',
  aspectRatio: '16 / 9',
  width: '100%',
  borderRadius: 'l3',
  overflow: 'hidden',
  bg: 'black',
  '& iframe, & video': { position: 'absolute', inset: 0, width: '100%', height: '100%', border: 0 },
};
const cover = {
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: '3',
  padding: '4',
  textAlign: 'center',
  cursor: 'pointer',
  color: 'teal.50',
  backgroundImage: 'radial-gradient(circle at 50% 30%, {colors.teal.700}, {colors.teal.950} 75%)',
  '& .disc': {
    display: 'grid',
    placeContent: 'center',
    width: '72px',
    height: '72px',
    borderRadius: 'full',
    bg: 'amber.300',
    color: 'teal.950',
    transition: 'scale 0.15s',
  },
  '&:hover .disc': { scale: '1.06' },
  '& small': { color: 'teal.100', maxWidth: '36ch' },
  _focusVisible: { outline: '3px solid {colors.amber.300}', outlineOffset: '-6px' },
};

/**
 * One video. Another video needs another `key`. Nothing is requested from another server before a person plays it. A
 * video of our own server shows its first picture.
 */
export function VideoPlayer({ video, title, onEnded }: Props) {
  const t = useTranslation();
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const isBlocked = useBlocked(video.src);
  if (failed || isBlocked) {
    return (
      <Box role="alert" css={stage} bg="bg.muted" display="grid" placeContent="center" textAlign="center" padding="5">
        <p>{isBlocked ? t('video.notAllowed', { host: new URL(video.src).host }) : t('video.failed')}</p>
        <Box asChild color="brand.fg" textDecoration="underline">
          <a href={video.src} target="_blank" rel="noopener noreferrer">
            {t('video.elsewhere')}
          </a>
        </Box>
      </Box>
    );
  }
  if (video.kind === 'file') {
    return (
      <Box css={stage}>
        {/* Captions, if any, are in the file. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          src={video.src}
          controls
          playsInline
          preload={isOurs(video.src) ? 'metadata' : 'none'}
          aria-label={title}
          onError={() => setFailed(true)}
          onEnded={onEnded}
        />
      </Box>
    );
  }
  return (
    <Box css={stage}>
      {playing ? (
        // YouTube plays only if it gets the origin of the page ("error 153"). Our pages send no referrer otherwise.
        <iframe
          src={withAutoplay(video.src)}
          title={title}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          allowFullScreen
          referrerPolicy="strict-origin-when-cross-origin"
          // Their origin is never ours: with these two flags their scripts and storage work, and cannot reach our page.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <Box asChild css={cover}>
          <button type="button" onClick={() => setPlaying(true)}>
            <Box as="span" srOnly>
              {t('video.play', { title })}.{' '}
            </Box>
            <span className="disc">
              <Play size={30} fill="currentColor" aria-hidden />
            </span>
            <small>{t('video.from', { service: video.service })}</small>
          </button>
        </Box>
      )}
    </Box>
  );
}

/**
 * True if the policy of the page refuses the file (`MEDIA_SOURCES`). The file fails as well, before or after that.
 */
function useBlocked(src: string): boolean {
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    const refused = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'media-src' && blockedURI === new URL(src).href.split('#')[0]) setBlocked(true);
    };
    document.addEventListener('securitypolicyviolation', refused);
    return () => document.removeEventListener('securitypolicyviolation', refused);
  }, [src]);
  return isBlocked;
}

const isOurs = (src: string): boolean => new URL(src).origin === location.origin;

/** The person has just pressed "Play": the embedded player starts by itself. */
function withAutoplay(src: string): string {
  const url = new URL(src);
  url.searchParams.set('autoplay', '1');
  return url.href;
}
