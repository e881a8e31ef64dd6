/** The external chat assistant, where the installation has one (`CHAT_URL`). */
import { queryOptions } from '@tanstack/react-query';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../client.ts';

const getConfig = endpoint<{ chatUrl?: string }>()('GET', '/api/config/');

/** Its address; empty where there is none that people may be sent to. */
export const chatQuery = () =>
  queryOptions({
    queryKey: ['config', 'chat'],
    queryFn: async ({ signal }) => (await api(getConfig, { signal })).chatUrl ?? '',
    select: (url) => (isChatUrl(url) ? url : ''),
  });

/** Nothing but https. */
export const isChatUrl = (chatUrl: string): boolean => URL.canParse(chatUrl) && new URL(chatUrl).protocol === 'https:';
