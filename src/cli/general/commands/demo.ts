import * as z from 'zod';
import type { PageBlock } from '../../render/view.ts';
import { defineCommand } from '../../shell/command.ts';
import { formatCommand, toLineWords } from '../../shell/shell-command.ts';
import { DEMO_STEPS, FAREWELL, MADE, NEXT_COMMANDS, WELCOME } from './demo-script.ts';

/** The id of an automation in the output of a command. */
const AN_AUTOMATION = /auto_\w+/;

export default defineCommand({
  summary: 'Take a guided tour in a temporary sandbox',
  description: 'Needs no account and no network connection. The temporary sandbox is deleted at the end.',
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
  async run(_input, { openTemporarySandbox, runInSandbox, programName }) {
    const sandbox = await openTemporarySandbox();
    const steps = [];
    const blocks: PageBlock[] = [{ kind: 'prose', text: WELCOME }];
    let made = '';
    for (const { title, words: written, after } of DEMO_STEPS) {
      const words = written.map((word) => (word === MADE ? made : word));
      const command = formatCommand(programName, toLineWords(words));
      const performance = await runInSandbox(words, sandbox);
      made ||= AN_AUTOMATION.exec(performance.stdout)?.[0] ?? '';
      steps.push({ title, command, ...performance });
      blocks.push({ kind: 'head', text: title }, { kind: 'command', text: command });
      blocks.push({ kind: 'output', text: performance.stdout }, { kind: 'output', text: performance.stderr });
      if (after !== undefined) blocks.push({ kind: 'prose', text: after(performance.exitCode) });
    }
    const next = NEXT_COMMANDS.map((words) => formatCommand(programName, toLineWords(words)));
    blocks.push(
      { kind: 'prose', text: FAREWELL },
      { kind: 'head', text: 'Try next' },
      ...next.map((text) => ({ kind: 'command', text }) as const),
    );
    return { view: { kind: 'page', document: { steps, next }, blocks } };
  },
});
