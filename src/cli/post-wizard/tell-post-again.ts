import type { PostBody } from '../../facts/post-body.ts';
import type { CommandContext } from '../context.ts';
import type { Prompts } from '../prompts/prompts.ts';
import { commandText, flagWords, isSayable, words } from '../shell-command.ts';
import { serviceWords } from '../wizard/shown-command.ts';
import { postCommand } from './post-command.ts';

/** Tells the person who was asked for a post what makes the same again: a file and a command, in lines that can be copied. */
export async function tellPostAgain(
  post: PostBody,
  prompts: Prompts,
  { choose, calledAs }: Pick<CommandContext, 'choose' | 'calledAs'>,
): Promise<void> {
  const { toYaml } = await import('../files/yaml-text.ts');
  const file = toYaml(post).trimEnd().split('\n');
  const create = words`posts create`;
  const flags = flagWords([...serviceWords(await choose()), ...postCommand(post)]);
  await prompts.show(({ palette }) => [
    '',
    palette.dim(`As a file, for "${commandText(calledAs, [...create, ...words`-f`])}":`),
    '',
    ...file,
    '',
    // where shells differ on a value, the file says it
    ...(isSayable(flags)
      ? [palette.dim('The same, as a command:'), '', commandText(calledAs, [...create, ...flags]), '']
      : []),
  ]);
}
