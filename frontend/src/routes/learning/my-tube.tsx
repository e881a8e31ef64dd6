/** `/myTube`: plays a video by its address. `url` is the address as it was pasted. */
import { useSearchParams } from 'react-router-dom';
import { VideoForm } from '../../features/my-tube/video-form.tsx';

export function Component() {
  const [params, setParams] = useSearchParams();
  const url = params.get('url');
  return <VideoForm key={url ?? ''} url={url} onPlay={(address) => setParams({ url: address })} />;
}
