import { basename } from 'node:path';
import * as z from 'zod';
import { createUsageError } from '../../errors.ts';
import { defineCommand } from '../command.ts';
import { BASH } from '../completion/scripts/bash.ts';
import { FISH } from '../completion/scripts/fish.ts';
import { POWERSHELL } from '../completion/scripts/powershell.ts';
import { ZSH } from '../completion/scripts/zsh.ts';
import { buildWords, formatCommand } from '../shell-command.ts';
import { joinWithOr } from '../suggest-nearest.ts';

const Shell = z.enum(['bash', 'zsh', 'fish', 'powershell']);

const SCRIPTS: Readonly<Record<z.infer<typeof Shell>, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};

export default defineCommand({
  summary: 'Print the script that lets a shell complete commands and flags',
  description: `
The Tab key then completes whatever can stand at the cursor: commands, flags, the values that a flag takes, contexts,
profiles, error codes and the like. It asks no service. The shell must find "crier" in its path: npx has no Tab, so it
needs the installed command, "npm install -g crier-cli". To have it in every new shell:

bash, in ~/.bashrc:
  eval "$(crier completion bash)"

zsh, in ~/.zshrc, compinit first:
  autoload -Uz compinit; compinit
  eval "$(crier completion zsh)"

fish, once:
  $ crier completion fish > ~/.config/fish/completions/crier.fish

PowerShell, in your $PROFILE:
  $ crier completion powershell | Out-String | Invoke-Expression`,
  examples: ['completion bash', 'completion zsh', 'completion fish --json'],
  positional: ['shell'],
  flags: [],
  input: z.object({ shell: Shell.optional().describe('the shell that the script is for') }),
  output: z.strictObject({ shell: Shell, script: z.string() }),
  async run({ shell }, { machine, programName }) {
    if (shell === undefined) throw createShellError(machine.env.SHELL, programName);
    const script = SCRIPTS[shell];
    return {
      view: { kind: 'page', document: { shell, script }, blocks: [{ kind: 'output', text: script }] },
    };
  },
});

function createShellError(variable: string | undefined, calledAs: string): Error {
  const { success, data } = Shell.safeParse(basename(variable ?? ''));
  const likely = success
    ? `yours is likely ${data}: ${formatCommand(calledAs, buildWords`completion ${data}`)}`
    : `it takes ${joinWithOr(Shell.options)}`;
  return createUsageError('completion needs the name of a shell', `${likely}; --help says how to install it`);
}
