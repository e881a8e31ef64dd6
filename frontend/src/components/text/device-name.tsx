/**
 * The device of a session in the language of the page. The server stores words that it makes of what the client says,
 * such as "Firefox on Windows" and "Safari on iOS (phone)" (`command-api/src/accounts/device-words.ts`).
 */
import { type MessageId, translate } from '../../platform/language/language.ts';
import { RichMessage } from './rich-message.tsx';

type Sentence = Extract<MessageId, `devices.${string}`>;

/** @returns undefined for other words, such as the name of a program */
function parseDevice(device: string): { id: Sentence; browser: string; system: string } | undefined {
  const [, browser, system, kind] = /^(.+?) on (.+?)(?: \((phone|tablet)\))?$/.exec(device) ?? [];
  if (browser === undefined || system === undefined) return undefined;
  return {
    id: kind === 'phone' ? 'devices.phone' : kind === 'tablet' ? 'devices.tablet' : 'devices.computer',
    browser,
    system,
  };
}

/** For labels. Words that the product does not know stay as they are. */
export function deviceName(device: string): string {
  const parsed = parseDevice(device);
  return parsed ? translate(parsed.id, { browser: parsed.browser, system: parsed.system }) : device;
}

/** The names of browsers and systems keep their own direction. */
export function DeviceName({ device }: { device: string }) {
  const parsed = parseDevice(device);
  if (!parsed) return <bdi>{device}</bdi>;
  const { id, browser, system } = parsed;
  return (
    <bdi>
      <RichMessage id={id} elements={{ browser: <bdi>{browser}</bdi>, system: <bdi>{system}</bdi> }} />
    </bdi>
  );
}
