export function layLandingPage(dist: string, landing: string): void;
