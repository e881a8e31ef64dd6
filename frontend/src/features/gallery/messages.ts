/** Texts of the Gallery tab. */
export const galleryText = {
  none: {
    title: 'No images yet',
    canEdit: 'Add the first ones below: X-rays, wounds, ECGs.',
    readOnly: 'A clinical pharmacist of the team adds them.',
  },
  count: (images: number) => `${images} ${images === 1 ? 'image' : 'images'}`,
  remove: 'Delete',
  removeOf: (title: string) => `Delete ${title}`,
  sure: 'are you sure?',
  removing: (title: string, images: number) =>
    `“${title}” with ${images} ${images === 1 ? 'image' : 'images'} will be deleted.`,
  removed: (title: string) => `${title} deleted`,
  add: 'Add New Images',
  title: 'Title',
  upload: 'Upload',
  camera: 'Take a photo',
  titleFirst: 'Write a title first',
  full: 'A group holds 30 images',
  tooMany: (left: number) => {
    const [were, them] = left === 1 ? ['was', 'it'] : ['were', 'them'];
    return `A group holds 30 images: ${left} ${were} not taken. Save this group, and put ${them} into another.`;
  },
  noPreset: 'The team has no upload preset: its admin sets one on the team’s admin screen.',
  kinds: 'JPEG, PNG or WebP, up to 10 MB each, 30 in a group. Place, time and device are taken out of the pictures.',
  complete: 'Click here to complete Saving',
  saving: 'Saving…',
  saved: (title: string) => `${title} saved`,
  discard: 'Discard',
  discardSure: { title: 'Discard these images?', body: 'They have not been saved.', yes: 'Discard', no: 'Keep them' },
  draft: 'a title for images',
  unsaved: (title: string) => `Images: ${title || 'without a title'}`,
  state: { waiting: 'Waiting', sending: 'Sending', sent: 'Uploaded', failed: 'Not uploaded' },
  status: (sent: number, all: number) => `${sent} of ${all} uploaded`,
  open: (title: string, number: number, of: number) => `${title}: image ${number} of ${of}`,
  retry: (name: string) => `Try ${name} again`,
  retryShort: 'Try again',
  take: (name: string) => `Remove ${name}`,
  failedToShow: 'This image could not be loaded.',
  someMissing: (failed: number, sent: number) => {
    const [imagesHave, them] = failed === 1 ? ['image has', 'it'] : ['images have', 'them'];
    const without = sent > 0 ? `, or save without ${them}` : '';
    return `${failed} ${imagesHave} not been uploaded: try again, remove ${them}${without}.`;
  },
  viewer: {
    place: (number: number, of: number) => `${number} of ${of}`,
    previous: 'Previous image',
    next: 'Next image',
    in: 'Zoom in',
    out: 'Zoom out',
    close: 'Close',
  },
};
