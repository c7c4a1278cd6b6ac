import { AUTOMATION_PLATFORM } from '../facts/automation.ts';
import type { CommandContext } from './context.ts';
import { buildWords, type CommandTag, formatCommand, type ShellWords, toFlagWords } from './shell-command.ts';

/** Commands for people to copy: they reach the service, and act for the profile, of the run that prints them. */
export interface PrintedCommands {
  /** One that asks the service. */
  readonly service: CommandTag;
  /** One that changes something there: nobody's default is written to unasked. */
  readonly change: CommandTag;
  /** One that steers this machine's sandbox as a whole. */
  readonly sandbox: CommandTag;
  /** One that needs no service. */
  readonly local: CommandTag;
  /** One that changes the instagram account that the profile has in the sandbox. */
  readonly account: CommandTag;
}

/** The flags that choose a service; what the environment or a file chooses needs none. */
const CHOOSING = [
  ['context', '--context'],
  ['profile', '--profile'],
  ['baseUrl', '--base-url'],
  ['apiKeyFile', '--api-key-file'],
  ['profileKeyFile', '--profile-key-file'],
] as const;

/** Standard input is read once: what came from there cannot be named again. */
const STANDARD_INPUT = '-';

type PrintedCommandsParts = Pick<CommandContext, 'choiceInput' | 'choose' | 'programName'>;

export async function createPrintedCommands({
  choiceInput,
  choose,
  programName,
}: PrintedCommandsParts): Promise<PrintedCommands> {
  const { flags, typed } = await choiceInput();
  const { choice } = await choose();
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
      formatCommand(programName, [...before, ...buildWords(...template), ...behind]);
  return {
    service: tag([], way),
    change: tag([], wayToChange),
    sandbox: tag(buildWords`sandbox`, []),
    local: tag([], []),
    account: tag(buildWords`sandbox account set ${AUTOMATION_PLATFORM}`, owner),
  };
}
