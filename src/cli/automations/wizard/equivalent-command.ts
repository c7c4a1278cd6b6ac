import type { NewAutomation } from '../../../service/endpoints/automation.ts';
import type { CommandContext } from '../../context/context.ts';
import {
  buildWords,
  formatCommand,
  isPortable,
  type ShellWords,
  toFlagWords,
} from '../../shell/shell-command.ts';
import { buildServiceFlags } from '../../wizard/service-flags.ts';
import { buildAutomationFlags, type FlagList } from './automation-flags.ts';

/** An automation that was created, or could have been. */
interface CreatedAutomation {
  readonly automation: NewAutomation;
  readonly paused: boolean;
  /** Null when it was not created. */
  readonly id: string | null;
}

/** Shows a file and a command that create the same automation again. */
export async function showEquivalentCommand(
  made: CreatedAutomation,
  context: Pick<CommandContext, 'prompts' | 'choose' | 'programName'>,
): Promise<void> {
  const prompts = await context.prompts();
  if (prompts === null) return;
  const { toYaml } = await import('../../files/yaml-text.ts');
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
          palette.dim('To save it as a file:'),
          '',
          command(buildSaveWords(made.id, service, made.automation)),
        ]),
    '',
    ...file,
    '',
    // values that shells parse differently are only in the file
    ...(isPortable(flags)
      ? [
          palette.dim('The equivalent command:'),
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

/** A portable file name: `brew-guide.yaml`. */
function buildFileName({ name = '' }: NewAutomation): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['automation'];
  return `${words.join('-').slice(0, MOST_OF_A_NAME)}.yaml`;
}
