import type { NewAutomation } from '../../facts/automation.ts';
import type { CommandContext } from '../context.ts';
import { buildWords, formatCommand, isPortable, type ShellWords, toFlagWords } from '../shell-command.ts';
import { buildAutomationFlags, type FlagList } from './automation-flags.ts';
import { buildServiceFlags } from './service-flags.ts';

/** An automation that was made, or was to be. */
interface CreatedAutomation {
  readonly automation: NewAutomation;
  readonly paused: boolean;
  /** Null when it was not made. */
  readonly id: string | null;
}

/** Tells the person who was asked for it what makes the same again: a file and a command, in lines that can be copied. */
export async function showEquivalentCommand(
  made: CreatedAutomation,
  context: Pick<CommandContext, 'prompts' | 'choose' | 'programName'>,
): Promise<void> {
  const prompts = await context.prompts();
  if (prompts === null) return;
  const { toYaml } = await import('../files/yaml-text.ts');
  const file = toYaml(made.automation).trimEnd().split('\n');
  const service = buildServiceFlags(await context.choose());
  const command = (given: ShellWords) => formatCommand(context.programName, given);
  const flags = toFlagWords([
    ...service,
    ...(await buildAutomationFlags(made.automation)),
    ...buildPauseFlags(made),
  ]);
  await prompts.show(({ palette }) => [
    '',
    ...(made.id === null
      ? [palette.dim(`As a file, for "${command(buildWords`automations create -f`)}":`)]
      : [
          palette.dim('To keep it as a file:'),
          '',
          command(buildSaveWords(made.id, service, made.automation)),
        ]),
    '',
    ...file,
    '',
    // where shells differ on a value, the file says it
    ...(isPortable(flags)
      ? [
          palette.dim('The same again, as a command:'),
          '',
          command([...buildWords`automations create`, ...flags]),
          '',
        ]
      : []),
  ]);
}

function buildSaveWords(id: string, service: FlagList, automation: NewAutomation): ShellWords {
  return buildWords`automations get ${id} ${toFlagWords(service)} --as yaml > ${buildFileName(automation)}`;
}

function buildPauseFlags({ paused }: CreatedAutomation): FlagList {
  return paused ? [['--paused']] : [];
}

const MOST_OF_A_NAME = 40;

/** A name for a file that any system takes: `brew-guide.yaml`. */
function buildFileName({ name = '' }: NewAutomation): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['automation'];
  return `${words.join('-').slice(0, MOST_OF_A_NAME)}.yaml`;
}
