import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import type { Uses } from '../context/context.ts';
import { buildWords, type CommandTag, formatCommand, type ShellWords, toFlagWords } from './shell-command.ts';

/** Templates for printed commands, which use the service and the profile of the current run. */
export interface PrintedCommands {
  /** A command that reads from the service. */
  readonly service: CommandTag;
  /** A command that changes something at the service: `--sandbox` is explicit when it is only the default. */
  readonly change: CommandTag;
  /** A command that controls this machine's sandbox. */
  readonly sandbox: CommandTag;
  /** A command that calls no service. */
  readonly local: CommandTag;
  /** A command that changes the profile's Instagram account in the sandbox. */
  readonly account: CommandTag;
}

/** Flags that choose a service; the environment and files apply to the printed command, too. */
const CHOOSING = [
  ['context', '--context'],
  ['profile', '--profile'],
  ['baseUrl', '--base-url'],
  ['apiKeyFile', '--api-key-file'],
  ['profileKeyFile', '--profile-key-file'],
] as const;

/** Standard input cannot be read again by a printed command. */
const STANDARD_INPUT = '-';

type PrintedCommandsParts = Uses<{ service: 'choiceInput' | 'choose'; io: 'programName' }>;

export async function createPrintedCommands({ service, io }: PrintedCommandsParts): Promise<PrintedCommands> {
  const { flags, typed } = await service.choiceInput();
  const { choice } = await service.choose();
  const chosen = CHOOSING.flatMap(([key, flag]) => {
    const value = typed.has(key) ? flags[key] : undefined;
    return value === undefined || value === STANDARD_INPUT ? [] : [[flag, value] as const];
  });
  const sandbox = flags.sandbox ? buildWords`--sandbox` : [];
  const isUnasked = choice.kind === 'sandbox' && choice.isUnasked;
  const way = [...toFlagWords(chosen), ...sandbox];
  const wayToChange = [...toFlagWords(chosen), ...(isUnasked ? buildWords`--sandbox` : sandbox)];
  const owner = choice.profile === null ? [] : buildWords`--profile ${choice.profile}`;
  const tag =
    (before: ShellWords, behind: ShellWords): CommandTag =>
    (...template) =>
      formatCommand(io.programName, [...before, ...buildWords(...template), ...behind]);
  return {
    service: tag([], way),
    change: tag([], wayToChange),
    sandbox: tag(buildWords`sandbox`, []),
    local: tag([], []),
    account: tag(buildWords`sandbox account set ${AUTOMATION_PLATFORM}`, owner),
  };
}
