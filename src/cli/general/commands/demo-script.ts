/** One step of the tour: a command that is run, and a comment on it. */
interface DemoStep {
  readonly title: string;
  /** `MADE` is replaced by the automation that the tour created. */
  readonly words: readonly string[];
  after?(exitCode: number): string;
}

/** Placeholder for the id of the automation that an earlier step created. */
export const MADE = '<made>';

export const WELCOME =
  'Kestrel Lane Coffee roasts coffee and keeps a small shop by a harbour. Its account holds a month of posts on nine ' +
  'networks, and two User Profiles besides the Primary Profile: harbour and wholesale. Everything below is really run, ' +
  'on a sandbox made for this tour.';

export const DEMO_STEPS: readonly DemoStep[] = [
  {
    title: 'The comments of one post, from nine networks, as one list',
    words: ['comments', 'get', 'Sp7kQm2XvLr9TzBd4HnW'],
  },
  {
    title: 'One network fails; the others are still printed',
    words: ['comments', 'get', 'Lt5nWc8RjYq3GvKs6PxA'],
    after: (exitCode) =>
      `The exit code is ${exitCode}, so that a script notices; --allow-partial makes it 0.`,
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
    title: 'An automation: everyone who comments VIDEO gets a DM',
    words: [
      ...['automations', 'create', '--name', 'Pour-over video', '--on', 'comment', '--post', 'all'],
      ...['--keyword', 'VIDEO'],
      ...['--dm', 'Hello {{recipient_username}}: https://kestrellane.example/pour-over'],
    ],
  },
  {
    title: 'A follower comments',
    words: ['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'Is there a VIDEO of this?'],
    after: () => 'An automation replies 20 to 60 seconds later. The tour does not wait:',
  },
  {
    title: 'Advance the clock',
    words: ['sandbox', 'clock', 'advance', '1m'],
  },
  {
    title: 'The DM that was sent',
    words: ['sandbox', 'outbox', '--recipient', 'mara'],
  },
  {
    title: 'The same follower again',
    words: ['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'VIDEO again, please!', '--run'],
  },
  {
    title: 'What the automation did',
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
  'The sandbox of this tour is deleted now. Every command also works on the sandbox of this machine, which is kept. "login" is for ' +
  'your own account, "sandbox start" serves the sandbox to your programs, "sandbox engage" simulates a follower, ' +
  'and "comments watch" prints what is new since its last run.';
