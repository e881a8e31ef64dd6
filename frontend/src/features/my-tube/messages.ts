/** Words of the page that plays a pasted address. */
export const myTubeText = {
  title: 'MyTube',
  lead: 'Plays a video whose address you have: of YouTube or Vimeo, or a file that ends in .mp4 or .webm.',
  address: 'Video address',
  placeholder: 'https://…',
  play: 'Play',
  video: 'Video',
  waiting: {
    title: 'Nothing to play yet',
    body: 'Paste an address above. Nothing is loaded from anywhere before you play it.',
  },
};
