export const tabs = ['reviews', 'notes', 'medication', 'gallery'] as const;
export type Tab = (typeof tabs)[number];
export const tabNamed = (name: string | null): Tab => tabs.find((tab) => tab === name) ?? 'reviews';
