import { basename } from 'node:path';
import * as z from 'zod';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../errors.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { defineSwitch } from '../../../framework/input/flags/flags.ts';
import { sanitizeText } from '../../../framework/output/text/sanitize-text.ts';
import { buildWords, formatCommand } from '../../../framework/output/text/shell-command.ts';
import { BASH, FISH, FileChange, POWERSHELL, ZSH } from '../completion-scripts.ts';

const Shell = z.enum(['bash', 'zsh', 'fish', 'powershell']);

const SCRIPTS: Readonly<Record<z.infer<typeof Shell>, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};

/** The file and the change; of a user's own file, also the lines. */
function formatChange({ file, change, isScript, lines }: FileChange): string {
  const named = `${change.padEnd('unchanged'.length)}  ${sanitizeText(file)}`;
  const shown = isScript ? [] : lines.map((line) => `    ${sanitizeText(line)}`);
  return `${[isScript ? `${named} (the script)` : `${named}, these lines:`, ...shown].join('\n')}\n`;
}

export default defineCommand({
  hidesUpdateNotice: true,
  summary: 'Print or install the completion script of a shell',
  description: `
The Tab key then completes commands, flags, values, contexts, profiles, error codes, ids of posts and automations that
were shown lately, and more, without calling the service. The shell must find "crier" in its PATH, so install it first: "npm install -g crier-cli".

--install writes the script to the place of your user: for bash, the folder of the package bash-completion; for fish, its
folder of completions; for zsh, ~/.zfunc, and lines in ~/.zshrc that load it. --uninstall removes the same. Both name
every file and line, and can be repeated. Without a name, the shell is that of $SHELL.

To print the script, and enable it yourself:

bash, in ~/.bashrc:
  eval "$(crier completion bash)"

zsh, in ~/.zshrc, after compinit:
  autoload -Uz compinit; compinit -i
  eval "$(crier completion zsh)"

fish, once:
  $ crier completion fish > ~/.config/fish/completions/crier.fish

PowerShell, in your $PROFILE:
  $ crier completion powershell | Out-String | Invoke-Expression`,
  examples: ['completion bash', 'completion zsh --install --dry-run', 'completion fish --json'],
  positional: ['shell'],
  changes: true,
  flags: [],
  input: z.object({
    shell: Shell.optional().describe('shell to print the script for'),
    install: defineSwitch('install the script for your user', { conflicts: ['uninstall'] }),
    uninstall: defineSwitch('remove what --install wrote'),
    dryRun: defineSwitch('with either: print what would be written, and write nothing'),
  }),
  output: z.union([
    z.strictObject({ shell: Shell, script: z.string() }),
    z.strictObject({ shell: Shell, dryRun: z.boolean(), changes: z.array(FileChange) }),
  ]),
  async run({ shell, install, uninstall, dryRun }, { io }) {
    const isChange = install || uninstall;
    if (dryRun && !isChange) throw createUsageError('--dry-run needs --install or --uninstall');
    if (isChange) return changeFiles(shell ?? findOwnShell(io.machine.env.SHELL), { install, dryRun }, io);
    if (shell === undefined) throw createShellError(io.machine.env.SHELL, io.programName);
    const script = SCRIPTS[shell];
    return {
      view: { kind: 'page', document: { shell, script }, blocks: [{ kind: 'output', text: script }] },
    };
  },
});

async function changeFiles(
  shell: z.infer<typeof Shell>,
  { install, dryRun }: { install: boolean; dryRun: boolean },
  { machine }: Pick<IoPort, 'machine'>,
): Promise<CommandOutcome> {
  if (shell === 'powershell') {
    throw createUsageError(
      '--install is for bash, zsh and fish',
      'see --help for how to enable it in PowerShell',
    );
  }
  const { changeInstallation } = await import('../install-script.ts');
  const changes = changeInstallation(shell, machine, { isWanted: install, isDryRun: dryRun });
  const text = changes.map(formatChange).join('');
  return {
    view: { kind: 'page', document: { shell, dryRun, changes }, blocks: [{ kind: 'output', text }] },
    notes: dryRun
      ? ['nothing was written: this is a dry run']
      : listNotes(shell, install, changes[0]?.file ?? ''),
  };
}

function listNotes(shell: string, install: boolean, script: string): readonly string[] {
  if (!install) return [];
  const next = 'it takes effect in a new shell';
  return shell === 'bash'
    ? [`${next}, if the package bash-completion is installed; without it, load ${script} in ~/.bashrc`]
    : [next];
}

/** @throws CrierError of kind usage when it is none that is known */
function findOwnShell(variable: string | undefined): z.infer<typeof Shell> {
  const { success, data } = Shell.safeParse(basename(variable ?? ''));
  if (success) return data;
  throw createUsageError(
    variable === undefined ? 'SHELL is not set' : `the shell of SHELL is not known: "${basename(variable)}"`,
    `name the shell: ${joinWithOr(['bash', 'zsh', 'fish'])}`,
  );
}

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
