import * as z from 'zod';
import { defineCommand } from '../../../framework/command/command.ts';
import { formatCommand, toLineWords } from '../../../framework/output/text/shell-command.ts';
import type { PageBlock } from '../../../framework/output/view.ts';

/** The id of an automation in the output of a command. */
const AN_AUTOMATION = /auto_\w+/;

export default defineCommand({
  summary: 'Take a guided tour in a temporary sandbox',
  description:
    'Needs no account and no network connection. On a terminal it stops after each step: Enter continues, q and Ctrl-D ' +
    'end it. The temporary sandbox is deleted at the end.',
  examples: ['demo', 'demo --json'],
  flags: [],
  input: z.object({}),
  output: z.object({
    steps: z.array(
      z.object({
        title: z.string(),
        command: z.string(),
        exitCode: z.int(),
        stdout: z.string(),
        stderr: z.string(),
      }),
    ),
    next: z.array(z.string()).describe('commands to try now'),
  }),
  async run(_input, { sandbox, io }) {
    const temporary = await sandbox.openTemporary();
    const steps = [];
    const blocks: PageBlock[] = [{ kind: 'prose', text: WELCOME }];
    const stops = io.printing.isTerminal && io.printing.format === 'table' && io.canPrompt;
    const showStep = async (at: number) => {
      await io.showPart({ kind: 'page', document: {}, blocks: blocks.splice(0) });
      const next = at < DEMO_STEPS.length ? 'the next step' : 'what to try next';
      return io.waitForEnter(`${at} of ${DEMO_STEPS.length}. Enter: ${next}, q: end`);
    };
    let made = '';
    for (const [at, { title, words: written, after }] of DEMO_STEPS.entries()) {
      const words = written.map((word) => (word === MADE ? made : word));
      const command = formatCommand(io.programName, toLineWords(words));
      const performance = await sandbox.run(words, temporary);
      made ||= AN_AUTOMATION.exec(performance.stdout)?.[0] ?? '';
      steps.push({ title, command, ...performance });
      blocks.push({ kind: 'head', text: title }, { kind: 'command', text: command });
      blocks.push({ kind: 'output', text: performance.stdout }, { kind: 'output', text: performance.stderr });
      if (after !== undefined) blocks.push({ kind: 'prose', text: after(performance.exitCode) });
      if (stops && !(await showStep(at + 1))) return { view: null };
    }
    const next = NEXT_COMMANDS.map((words) => formatCommand(io.programName, toLineWords(words)));
    blocks.push(
      { kind: 'prose', text: FAREWELL },
      { kind: 'head', text: 'Try next' },
      ...next.map((text) => ({ kind: 'command', text }) as const),
    );
    return { view: { kind: 'page', document: { steps, next }, blocks } };
  },
});

/** Placeholder for the id of the automation that an earlier step created. */
const MADE = '<made>';

const WELCOME =
  'Kestrel Lane Coffee roasts coffee and keeps a small shop by a harbour. Its account holds a month of posts on nine ' +
  'networks, and two User Profiles besides the Primary Profile: harbour and wholesale. Everything below is really run, ' +
  'on a sandbox made for this tour.';

/** Commands that are run, each with a comment on it; `MADE` is replaced by the automation that the tour created. */
const DEMO_STEPS: readonly { title: string; words: readonly string[]; after?(exitCode: number): string }[] = [
  {
    title: 'The newest comments of one post, from nine networks, as one list',
    words: ['comments', 'get', 'Sp7kQm2XvLr9TzBd4HnW', '--flat', '--sort', 'time', '-n', '12'],
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
    title: 'A person comments',
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
    title: 'The same person again',
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

const NEXT_COMMANDS: readonly (readonly string[])[] = [
  ['login'],
  ['sandbox', 'start'],
  ['sandbox', 'engage', 'comment', '--from', 'mara', '--text', 'GUIDE', '--run'],
  ['comments', 'watch', 'Sp7kQm2XvLr9TzBd4HnW', '--once'],
];

const FAREWELL =
  'The sandbox of this tour is deleted now. Every command also works on the sandbox of this machine, which is kept. "login" is for ' +
  'your own account, "sandbox start" serves the sandbox to your programs, "sandbox engage" simulates a person, ' +
  'and "comments watch" prints what is new since its last run.';
