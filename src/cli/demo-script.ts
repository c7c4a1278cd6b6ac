/** One step of the tour: a command that is really run, and what to say of it. */
interface DemoStep {
  readonly title: string;
  /** `MADE` among them is the automation that the tour has made. */
  readonly words: readonly string[];
  after?(exitCode: number): string;
}

/** Stands for the id of the automation that an earlier step made: nobody knows it before. */
export const MADE = '<made>';

export const WELCOME =
  'Kestrel Lane Coffee roasts coffee and keeps a small shop by a harbour. Its account holds a month of posts on nine ' +
  'networks, and two User Profiles beside the Primary Profile: harbour and wholesale. Everything below is really run, ' +
  'on a sandbox made for this tour.';

export const DEMO_STEPS: readonly DemoStep[] = [
  {
    title: 'The comments of one post, from nine networks, as one list',
    words: ['comments', 'get', 'Sp7kQm2XvLr9TzBd4HnW'],
  },
  {
    title: 'A network fails: the others are printed all the same',
    words: ['comments', 'get', 'Lt5nWc8RjYq3GvKs6PxA'],
    after: (exitCode) =>
      `It ended with exit code ${exitCode}, so that a script can tell; --allow-partial makes it 0.`,
  },
  {
    title: 'What does that code mean?',
    words: ['errors', 'show', '288'],
  },
  {
    title: 'One comment, as JSON',
    words: ['comments', 'get', '18054973922452013', '--platform', 'instagram', '--comment', '--json'],
  },
  {
    title: 'An automation: whoever comments VIDEO gets a DM',
    words: [
      ...['automations', 'create', '--name', 'Pour-over video', '--on', 'comment', '--post', 'all'],
      ...['--keyword', 'VIDEO'],
      ...['--dm', 'Hello {{recipient_username}}: https://kestrellane.example/pour-over'],
    ],
  },
  {
    title: 'A follower comments',
    words: ['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'Is there a VIDEO of this?'],
    after: () => 'An automation answers 20 to 60 seconds later. Nobody waits for that here:',
  },
  {
    title: 'Time moves on',
    words: ['sandbox', 'clock', 'advance', '1m'],
  },
  {
    title: 'The DM that she got',
    words: ['sandbox', 'outbox', '--recipient', 'mara'],
  },
  {
    title: 'The same follower again',
    words: ['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'VIDEO, once more!', '--run'],
  },
  {
    title: 'All that the automation did',
    words: ['automations', 'activity', MADE],
  },
  {
    title: 'Why was nothing sent?',
    words: ['automations', 'explain', MADE],
  },
];

export const NEXT_COMMANDS: readonly (readonly string[])[] = [
  ['login'],
  ['sandbox', 'start'],
  ['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'GUIDE', '--run'],
  ['comments', 'watch', 'Sp7kQm2XvLr9TzBd4HnW', '--once'],
];

export const FAREWELL =
  'The sandbox of this tour is gone now; the one of this machine stays, and every command here works on it. "login" is for ' +
  'an account of your own, "sandbox start" lets programs of yours reach the sandbox, "sandbox engage" lets a follower ' +
  'do something there, and "comments watch" tells what is new since it last looked.';
