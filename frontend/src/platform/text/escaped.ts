/** A text as HTML, for what takes HTML only: tooltips of ApexCharts, the comparison of rich texts. */
export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
