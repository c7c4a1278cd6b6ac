import type { PostBody } from '../../facts/post-body.ts';
import type { CommandContext } from '../context.ts';
import type { Prompts } from '../prompts/prompts.ts';
import { isShownAsItIs, serviceWords, shownWords } from '../wizard/shown-command.ts';
import { postCommand } from './post-command.ts';

/** Tells the person who was asked for a post what makes the same again: a file and a command, in lines that can be copied. */
export async function tellPostAgain(
  post: PostBody,
  prompts: Prompts,
  { choose, calledAs }: Pick<CommandContext, 'choose' | 'calledAs'>,
): Promise<void> {
  const { toYaml } = await import('../files/yaml-text.ts');
  const file = toYaml(post).trimEnd().split('\n');
  const begin = `${calledAs} posts create`;
  const command = `${begin} ${shownWords([...serviceWords(await choose()), ...postCommand(post)])}`;
  await prompts.show(({ palette }) => [
    '',
    palette.dim(`As a file, for "${begin} -f":`),
    '',
    ...file,
    '',
    // a line that a terminal would not show as it is, is not one to copy
    ...(isShownAsItIs(command) ? [palette.dim('The same, as a command:'), '', command, ''] : []),
  ]);
}
