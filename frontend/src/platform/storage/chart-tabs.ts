/** Tells whether lists of patients open charts in a new tab. Of this device; off until a person chooses. */
import { createStoredSwitch } from './stored-switch.ts';

export const chartsInNewTab = createStoredSwitch('charts-in-new-tab', () => false);

const newTab = { target: '_blank', rel: 'noopener' } as const;
/** The attributes of a link to a chart. Ctrl and the middle button open a new tab in either case. */
export const useChartTab = (): Partial<typeof newTab> => (chartsInNewTab.useIsOn() ? newTab : {});
