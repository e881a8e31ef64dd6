import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '../../platform/language/language.ts';
import { withoutIsolates } from '../../platform/text/isolation.ts';
import { show } from '../../testing/component.tsx';
import { DeviceName, deviceName } from './device-name.tsx';

afterEach(() => chooseLanguage('en'));
const shown = (device: string): string => {
  const { container, unmount } = show(<DeviceName device={device} />);
  const text = container.textContent ?? '';
  unmount();
  return withoutIsolates(text);
};

test.each([
  ['Chrome on Linux', 'Chrome على Linux'],
  ['Safari on iOS (phone)', 'Safari على iOS (هاتف)'],
  ['Microsoft Edge on Android (tablet)', 'Microsoft Edge على Android (جهاز لوحي)'],
  ['ward-importer', 'ward-importer'],
])('%s is said in the language of the page, in its list and in labels', async (device, arabic) => {
  expect([shown(device), deviceName(device)]).toEqual([device, device]);
  await chooseLanguage('ar');
  expect([shown(device), withoutIsolates(deviceName(device)).replaceAll('\u2068', '')]).toEqual([arabic, arabic]);
});

test('the names of a browser and its system keep their direction', async () => {
  await chooseLanguage('ar');
  const { container } = show(<DeviceName device="Chrome on Linux" />);
  expect([...container.querySelectorAll('bdi bdi')].map((name) => name.textContent)).toEqual(['Chrome', 'Linux']);
});
