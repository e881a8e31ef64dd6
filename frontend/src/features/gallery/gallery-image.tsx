import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useEffect, useState, type CSSProperties } from 'react';
import { imageQuery, isStoredLocally } from './api.ts';
import { galleryText as text } from './messages.ts';

/** An address of what lies in memory, as long as it is shown. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    // An address is a thing of the browser's that has to be given back: it cannot be made while drawing.
    // oxlint-disable-next-line react/set-state-in-effect
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return blob && address;
}

interface Props {
  address: string;
  alt: string;
  style?: CSSProperties;
  /** Offers to try again; not inside something that is pressed itself. */
  retry?: boolean;
}

/** An image of the built-in store, or of the team's image service. */
export function GalleryImage({ address, alt, style, retry = false }: Props) {
  const local = isStoredLocally(address);
  const image = useQuery({ ...imageQuery(address), enabled: local });
  const held = useObjectUrl(image.data);
  const [broken, setBroken] = useState(false);
  if (image.error || broken) {
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
        {text.failedToShow}
        {retry && image.error ? (
          <Button size="xs" variant="outline" onClick={() => void image.refetch()}>
            {text.retryShort}
          </Button>
        ) : null}
      </Box>
    );
  }
  const shown = local ? held : address;
  return shown === undefined ? (
    <Skeleton width="100%" height="100%" minHeight="6rem" />
  ) : (
    <img src={shown} alt={alt} style={style} draggable={false} onError={() => setBroken(true)} />
  );
}
