import type { Client } from '../../../client/client.ts';
import { createUsageError } from '../../../errors.ts';
import { listAutomations } from '../../../service/endpoints/automations.ts';
import type { CommandContext } from '../../context/context.ts';
import { EndOfAnswers } from '../../prompts/prompts.ts';
import { formatState } from '../describe-automation.ts';

/**
 * Asks which automation is meant if none was given.
 *
 * @param command as it is called: `automations explain`
 * @throws CrierError of kind usage without a terminal, without automations, and without an answer
 */
export async function chooseAutomation(
  command: string,
  { client, prompts }: { readonly client: Client } & Pick<CommandContext, 'prompts'>,
): Promise<string> {
  const prompter = await prompts();
  if (prompter === null) {
    throw createUsageError(
      `${command} needs the id of an automation`,
      'to list them: crier automations list',
    );
  }
  const { automations } = (await client.call(listAutomations, {})).body;
  const [first, ...others] = automations.map((each) => ({
    value: each.id,
    label: each.name ?? each.id,
    hint: `${each.id}, ${formatState(each)}`,
  }));
  if (first === undefined) {
    throw createUsageError('there are no automations yet', 'to create one: crier automations create');
  }
  try {
    return await prompter.choose({
      message: 'Which automation?',
      isSearched: true,
      choices: [first, ...others],
    });
  } catch (error) {
    if (error instanceof EndOfAnswers)
      throw createUsageError('no automation was selected', 'give its id as an argument');
    throw error;
  }
}
