/** The external chat assistant of the installation (docs/product.md, "Chat assistant"). */
import { queryOptions } from '@tanstack/react-query';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../client.ts';

const getConfig = endpoint<{ chatUrl?: string }>()('GET', '/api/config/');

/** The address (`CHAT_URL`); empty if there is no valid one. */
export const chatQuery = () =>
  queryOptions({
    queryKey: ['config', 'chat'],
    queryFn: async ({ signal }) => (await api(getConfig, { signal })).chatUrl ?? '',
    select: (url) => (isChatUrl(url) ? url : ''),
  });

/** Only https is allowed. */
export const isChatUrl = (chatUrl: string): boolean => URL.canParse(chatUrl) && new URL(chatUrl).protocol === 'https:';
