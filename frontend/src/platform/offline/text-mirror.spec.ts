import { expect, test, vi } from 'vitest';
import { memoryStorage } from '../storage/testing.ts';
import { memoryRecords } from './testing.ts';
import { createTextMirror } from './text-mirror.ts';

/** Tabs of one device: each hears what the others have stored. */
function tabs() {
  const device = memoryRecords();
  const ports: { listener?: (event: { data: unknown }) => void }[] = [];
  const open = async (tab = memoryStorage(), onChanged?: () => void) => {
    const own: (typeof ports)[number] = {};
    ports.push(own);
    const channel = {
      addEventListener: (_: string, listener: (event: { data: unknown }) => void) => {
        own.listener = listener;
      },
      postMessage: (data: unknown) => {
        for (const port of ports) if (port !== own) port.listener?.({ data });
      },
    } as unknown as BroadcastChannel;
    return { tab, mirror: await createTextMirror(device.records, tab, onChanged, channel) };
  };
  return { ...device, open };
}

test('a text lies in the tab at once, and then in the database alone', async () => {
  const { open, texts } = tabs();
  const { tab, mirror } = await open();
  mirror.storage.setItem('draft:u1/a', 'sealed');
  expect([tab.getItem('draft:u1/a'), mirror.storage.getItem('draft:u1/a')]).toEqual(['sealed', 'sealed']);
  await mirror.flushed();
  expect([tab.getItem('draft:u1/a'), texts.get('draft:u1/a')]).toEqual([null, 'sealed']);
  mirror.storage.removeItem('draft:u1/a');
  await mirror.flushed();
  expect([mirror.storage.getItem('draft:u1/a'), texts.size]).toEqual([null, 0]);
});

test('what a page could not write before it went is taken over by the next page of its tab', async () => {
  const { open, texts } = tabs();
  const tab = memoryStorage();
  tab.setItem('draft:u1/a', 'typed last');
  tab.setItem('team', 'icu');
  const { mirror } = await open(tab);
  await mirror.flushed();
  expect([...texts]).toEqual([['draft:u1/a', 'typed last']]);
  expect(Object.keys(tab)).toEqual(['team']);
});

test('names are own properties, and marks of a tab are not shared', async () => {
  const { open, texts } = tabs();
  const { mirror } = await open();
  mirror.storage.setItem('return:draft:u1/a', '');
  mirror.storage.setItem('draft:u1/b', 'sealed');
  await mirror.flushed();
  expect(Object.keys(mirror.storage)).toEqual(['draft:u1/b']);
  expect(mirror.storage.getItem('return:draft:u1/a')).toBe('');
  expect([...texts.keys()]).toEqual(['draft:u1/b']);
});

test('another tab has what was stored, but not over what it is typing', async () => {
  const { open } = tabs();
  const heard = vi.fn();
  const [one, other] = [await open(), await open(memoryStorage(), heard)];
  one.mirror.storage.setItem('draft:u1/a', 'from one');
  await one.mirror.flushed();
  expect(other.mirror.storage.getItem('draft:u1/a')).toBe('from one');
  expect(heard).toHaveBeenCalledOnce();
  other.mirror.storage.setItem('draft:u1/a', 'typing');
  one.mirror.storage.setItem('draft:u1/a', 'again');
  await one.mirror.flushed();
  await other.mirror.flushed();
  expect(other.mirror.storage.getItem('draft:u1/a')).toBe('typing');
});

test('a database that refuses leaves the text in the tab, and gets it with the next one', async () => {
  const { open, records, texts } = tabs();
  const { tab, mirror } = await open();
  vi.spyOn(records, 'putTexts').mockRejectedValueOnce(new Error('full'));
  mirror.storage.setItem('draft:u1/a', 'sealed');
  await expect(mirror.flushed()).rejects.toThrow('full');
  expect(tab.getItem('draft:u1/a')).toBe('sealed');
  mirror.storage.setItem('draft:u1/b', 'sealed too');
  await mirror.flushed();
  expect([...texts.keys()].sort()).toEqual(['draft:u1/a', 'draft:u1/b']);
  expect(tab.getItem('draft:u1/a')).toBeNull();
});

test('texts that are moved in one task are one transaction', async () => {
  const { open, records } = tabs();
  const { mirror } = await open();
  mirror.storage.setItem('draft:u1/outbox/gone', 'list');
  await mirror.flushed();
  const put = vi.spyOn(records, 'putTexts');
  mirror.storage.setItem('draft:u1/outbox/own', 'list');
  mirror.storage.removeItem('draft:u1/outbox/gone');
  await mirror.flushed();
  expect(put.mock.calls.map(([changes]) => [...changes])).toEqual([
    [
      ['draft:u1/outbox/own', 'list'],
      ['draft:u1/outbox/gone', undefined],
    ],
  ]);
});
