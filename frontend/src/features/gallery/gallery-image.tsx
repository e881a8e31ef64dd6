import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useEffect, useState, type CSSProperties } from 'react';
import { imageQuery, isStoredLocally } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** An object URL of a blob, revoked when the component or the blob goes. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const created = URL.createObjectURL(blob);
    // An object URL has to be revoked, so it is created in an effect and not while rendering.
    // oxlint-disable-next-line react/set-state-in-effect
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return blob && url;
}

interface Props {
  address: string;
  alt: string;
  style?: CSSProperties;
  /** Offers to load the image again. Not allowed where the image lies in a button. */
  canRetry?: boolean;
}

/** An image of the built-in store or of the team's image service. */
export function GalleryImage({ address, alt, style, canRetry = false }: Props) {
  const t = useTranslation();
  const isLocal = isStoredLocally(address);
  const image = useQuery({ ...imageQuery(address), enabled: isLocal });
  const localUrl = useObjectUrl(image.data);
  const [isBroken, setIsBroken] = useState(false);
  if (image.error || isBroken) {
    return (
      <Box
        display="grid"
        placeItems="center"
        gap="1"
        padding="2"
        color="fg.muted"
        fontSize="xs"
        textAlign="center"
        height="100%"
        role="alert"
      >
        <ImageOff size={20} aria-hidden />
        {t('gallery.failedToShow')}
        {canRetry && image.error ? (
          <Button size="xs" variant="outline" onClick={() => void image.refetch()}>
            {t('gallery.retryShort')}
          </Button>
        ) : null}
      </Box>
    );
  }
  const src = isLocal ? localUrl : address;
  return src === undefined ? (
    <Skeleton width="100%" height="100%" minHeight="6rem" />
  ) : (
    <img src={src} alt={alt} style={style} draggable={false} onError={() => setIsBroken(true)} />
  );
}
