/** `/myTube`: plays a video by its address. `url` is the address as it was pasted. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { SquarePlay } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { readVideo } from '../../platform/video.ts';
import { EmptyState } from '../../components/screen-states.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { VideoPlayer } from '../../components/video-player.tsx';

export function Component() {
  const [params, setParams] = useSearchParams();
  const url = params.get('url');
  return <VideoForm key={url ?? ''} url={url} onPlay={(address) => setParams({ url: address })} />;
}

function VideoForm({ url, onPlay }: { url: string | null; onPlay: (address: string) => void }) {
  const t = useTranslation();
  const [typed, setTyped] = useState(url ?? '');
  const [problem, setProblem] = useState<string>();
  const read = url === null ? undefined : readVideo(url);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typedRead = readVideo(typed);
    setProblem('problem' in typedRead ? typedRead.problem : undefined);
    if ('video' in typedRead) onPlay(typed.trim());
  };
  return (
    <Box maxWidth="860px" marginInline="auto">
      <PageHeader title={t('myTube.title')} lead={t('myTube.lead')} />
      <Panel>
        <form aria-label={t('myTube.title')} noValidate onSubmit={submit}>
          <Box display="flex" flexWrap="wrap" gap="3" alignItems="flex-start">
            <Box flex="1" minWidth="14rem">
              <FormField
                label={t('myTube.address')}
                required
                error={problem ?? (read && 'problem' in read && typed === url ? read.problem : undefined)}
              >
                <Input
                  dir="ltr"
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  autoFocus={url === null}
                  placeholder={t('myTube.placeholder')}
                  value={typed}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    setProblem(undefined);
                  }}
                />
              </FormField>
            </Box>
            <Button type="submit" marginBlockStart={{ base: 0, sm: '5' }}>
              {t('myTube.play')}
            </Button>
          </Box>
        </form>
      </Panel>
      <Box marginBlockStart="4">
        {read && 'video' in read ? (
          <VideoPlayer video={read.video} title={t('myTube.video')} />
        ) : (
          <EmptyState icon={<SquarePlay size={36} aria-hidden />} title={t('myTube.waiting.title')}>
            {t('myTube.waiting.body')}
          </EmptyState>
        )}
      </Box>
    </Box>
  );
}
