export function writeLandingPage(dist: string, landing: string): void;
