import type { NewAutomation } from '../../facts/automation.ts';
import type { CommandContext } from '../context.ts';
import { commandWords, type FlagWords } from './command-words.ts';
import { isShownAsItIs, serviceWords, shownWords } from './shown-command.ts';

/** An automation that was made, or was to be. */
interface Made {
  readonly automation: NewAutomation;
  readonly paused: boolean;
  /** Null when it was not made. */
  readonly id: string | null;
}

/** Tells the person who was asked for it what makes the same again: a file and a command, in lines that can be copied. */
export async function tellHowAgain(
  made: Made,
  context: Pick<CommandContext, 'prompts' | 'choose' | 'calledAs'>,
): Promise<void> {
  const prompts = await context.prompts();
  if (prompts === null) return;
  const { toYaml } = await import('../files/yaml-text.ts');
  const file = toYaml(made.automation).trimEnd().split('\n');
  const service = serviceWords(await context.choose());
  const begin = `${context.calledAs} automations`;
  const create = shownWords([...service, ...(await commandWords(made.automation)), ...pausing(made)]);
  const save = `${begin} get ${made.id} ${shownWords(service)} --as yaml > ${fileName(made.automation)}`;
  await prompts.show(({ palette }) => [
    '',
    ...(made.id === null
      ? [palette.dim(`As a file, for "${begin} create -f":`)]
      : [palette.dim('To keep it as a file:'), '', save]),
    '',
    ...file,
    '',
    // a line that a terminal would not show as it is, is not one to copy
    ...(isShownAsItIs(create)
      ? [palette.dim('The same again, as a command:'), '', `${begin} create ${create}`, '']
      : []),
  ]);
}

function pausing({ paused }: Made): FlagWords {
  return paused ? [['--paused']] : [];
}

const MOST_OF_A_NAME = 40;

/** A name for a file that any system takes: `brew-guide.yaml`. */
function fileName({ name = '' }: NewAutomation): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['automation'];
  return `${words.join('-').slice(0, MOST_OF_A_NAME)}.yaml`;
}
