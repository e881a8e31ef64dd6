/** Words of the self-check page. */
export const checkText = {
  title: 'Test',
  lead: 'Whether this browser, its sound and the connection are fit for the work. Nothing here is about a patient.',
  good: 'Good',
  bad: 'Look at this',
  browser: 'This browser',
  sound: 'Sound',
  soundHint: 'Two short rising notes are played when something has been saved.',
  play: 'Play the sound',
  on: 'Sound on',
  muted: 'The sound is switched off in this browser.',
  connection: 'Connection',
  again: 'Check again',
  checking: 'Checking…',
  checks: {
    storage: {
      name: 'Storage',
      good: 'You stay signed in, and a draft survives a reload.',
      bad:
        'Storage is closed to this page: you sign in anew each time, and no draft is kept. A private ' +
        'window, or a setting, does that.',
    },
    sockets: {
      name: 'Live changes',
      good: 'The browser can hold a live connection.',
      bad: 'The browser holds no live connection: reload to see what others wrote.',
    },
    audio: { name: 'Sound', good: 'The browser can play it.', bad: 'The browser plays none.' },
    screen: {
      name: 'Window',
      good: (width: number, height: number) => `${width} × ${height}: everything fits.`,
      bad: (width: number, height: number) =>
        `${width} × ${height}: narrower than 360 pixels, some screens will be cramped.`,
    },
    motion: { name: 'Motion', less: 'You asked your system for less motion: nothing moves here.', normal: 'As usual.' },
    server: {
      name: 'Server',
      good: (ms: number) => `Answers in ${ms} ms.`,
      slow: (ms: number) => `Answers in ${ms} ms: slow. What you save takes its time.`,
      bad: 'Does not answer. What you typed stays in its form until it does.',
    },
    ready: { name: 'All its parts', good: 'Are there.', bad: (parts: string) => `Not all of them: ${parts}.` },
    clock: {
      name: 'This computer’s clock',
      good: 'Agrees with the server’s.',
      bad: (minutes: number) =>
        `Is ${Math.abs(minutes)} minutes ${minutes > 0 ? 'ahead of' : 'behind'} the server’s. ` +
        '“Today” would be wrong around midnight: have it set.',
    },
    live: {
      name: 'Live connection',
      good: 'Is up: what colleagues save appears by itself.',
      off: 'Is made when you are signed in.',
      connecting: 'Is being made…',
      bad: 'Was lost; trying again. A proxy between here and the server may not let it through.',
    },
  },
};
