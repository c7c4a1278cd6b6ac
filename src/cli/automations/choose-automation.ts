import type { Client } from '../../client/client.ts';
import { createUsageError } from '../../errors.ts';
import { listAutomations } from '../../facts/endpoints/automations.ts';
import type { CommandContext } from '../context.ts';
import { EndOfAnswers } from '../prompts/prompts.ts';
import { formatState } from './automation-columns.ts';

/**
 * Asks a person which automation is meant, where a command was given none.
 *
 * @param command as it is called: `automations explain`
 * @throws CrierError of kind usage when nobody is there to be asked, there is none, or no answer comes
 */
export async function chooseAutomation(
  command: string,
  { client, prompts }: { readonly client: Client } & Pick<CommandContext, 'prompts'>,
): Promise<string> {
  const prompter = await prompts();
  if (prompter === null) {
    throw createUsageError(`${command} needs the id of an automation`, '"crier automations list" shows them');
  }
  const { automations } = (await client.call(listAutomations, {})).body;
  const [first, ...others] = automations.map((each) => ({
    value: each.id,
    label: each.name ?? each.id,
    hint: `${each.id}, ${formatState(each)}`,
  }));
  if (first === undefined) {
    throw createUsageError('there is no automation yet', '"crier automations create" makes one');
  }
  try {
    return await prompter.choose({
      message: 'Which automation?',
      isSearched: true,
      choices: [first, ...others],
    });
  } catch (error) {
    if (error instanceof EndOfAnswers) throw createUsageError('no answer came', 'give its id, or answer');
    throw error;
  }
}
