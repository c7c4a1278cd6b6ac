import { AUTOMATION_PLATFORM } from '../facts/automation.ts';
import type { CommandContext } from './context.ts';
import { type CommandTag, commandText, flagWords, type Words, words } from './shell-command.ts';

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

type Parts = Pick<CommandContext, 'given' | 'choose' | 'calledAs'>;

export async function printedCommands({ given, choose, calledAs }: Parts): Promise<PrintedCommands> {
  const { flags, typed } = await given();
  const { choice } = await choose();
  const chosen = CHOOSING.flatMap(([key, flag]) => {
    const value = typed.has(key) ? flags[key] : undefined;
    return value === undefined || value === STANDARD_INPUT ? [] : [[flag, value] as const];
  });
  const sandbox = flags.sandbox ? words`--sandbox` : [];
  const isUnasked = choice.kind === 'sandbox' && choice.isUnasked;
  const way = [...flagWords(chosen), ...sandbox];
  const wayToChange = [...flagWords(chosen), ...(isUnasked ? words`--sandbox` : sandbox)];
  const owner = choice.profile === null ? [] : words`--profile ${choice.profile}`;
  const tag =
    (before: Words, behind: Words): CommandTag =>
    (...template) =>
      commandText(calledAs, [...before, ...words(...template), ...behind]);
  return {
    service: tag([], way),
    change: tag([], wayToChange),
    sandbox: tag(words`sandbox`, []),
    local: tag([], []),
    account: tag(words`sandbox account set ${AUTOMATION_PLATFORM}`, owner),
  };
}
