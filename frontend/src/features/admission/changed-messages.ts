/** Words of the strip about what has changed since one last looked. */
export const unseenChangesText = {
  label: 'Changed since you last looked',
  since: (when: string) => `Changed since you last looked (${when}):`,
  kinds: {
    stay: () => 'the stay',
    review: (count: number) => (count === 1 ? '1 review' : `${count} reviews`),
    entry: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
    note: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
    medication: (count: number) => (count === 1 ? '1 medication' : `${count} medications`),
    gallery: (count: number) => (count === 1 ? '1 group of images' : `${count} groups of images`),
  },
  removed: (what: string) => `${what} deleted`,
  by: (name: string, when: string) => `${name}, ${when}`,
  seeAll: 'All seen',
  allSeen: 'You have seen everything that changed.',
  close: 'Close',
};
