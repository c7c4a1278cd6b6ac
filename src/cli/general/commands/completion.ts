import { basename } from 'node:path';
import * as z from 'zod';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { defineCommand } from '../../shell/command.ts';
import { BASH, FISH, POWERSHELL, ZSH } from '../../shell/completion/scripts.ts';
import { buildWords, formatCommand } from '../../shell/shell-command.ts';

const Shell = z.enum(['bash', 'zsh', 'fish', 'powershell']);

const SCRIPTS: Readonly<Record<z.infer<typeof Shell>, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};

export default defineCommand({
  summary: 'Print the completion script for a shell',
  description: `
The Tab key then completes commands, flags, values, contexts, profiles, error codes and more, without calling the
service. The shell must find "crier" in its PATH, so install it first: "npm install -g crier-cli". To enable completion
in every new shell:

bash, in ~/.bashrc:
  eval "$(crier completion bash)"

zsh, in ~/.zshrc, after compinit:
  autoload -Uz compinit; compinit
  eval "$(crier completion zsh)"

fish, once:
  $ crier completion fish > ~/.config/fish/completions/crier.fish

PowerShell, in your $PROFILE:
  $ crier completion powershell | Out-String | Invoke-Expression`,
  examples: ['completion bash', 'completion zsh', 'completion fish --json'],
  positional: ['shell'],
  flags: [],
  input: z.object({ shell: Shell.optional().describe('shell to print the script for') }),
  output: z.strictObject({ shell: Shell, script: z.string() }),
  async run({ shell }, { io }) {
    if (shell === undefined) throw createShellError(io.machine.env.SHELL, io.programName);
    const script = SCRIPTS[shell];
    return {
      view: { kind: 'page', document: { shell, script }, blocks: [{ kind: 'output', text: script }] },
    };
  },
});

function createShellError(variable: string | undefined, calledAs: string): Error {
  const { success, data } = Shell.safeParse(basename(variable ?? ''));
  const likely = success
    ? `your shell seems to be ${data}: ${formatCommand(calledAs, buildWords`completion ${data}`)}`
    : `use ${joinWithOr(Shell.options)}`;
  return createUsageError(
    'completion requires the name of a shell',
    `${likely}; see --help for how to install it`,
  );
}
