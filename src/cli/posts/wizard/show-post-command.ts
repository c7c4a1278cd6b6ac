import type { PostBody } from '../../../service/post-body.ts';
import type { CommandContext } from '../../context/context.ts';
import type { Prompts } from '../../prompts/prompts.ts';
import { buildWords, formatCommand, isPortable, toFlagWords } from '../../shell/shell-command.ts';
import { buildServiceFlags } from '../../wizard/service-flags.ts';
import { buildPostFlags } from '../build-post-flags.ts';

/** Prints a file and a command that create the same post, ready to be copied. */
export async function showPostCommand(
  post: PostBody,
  prompts: Prompts,
  { choose, programName }: Pick<CommandContext, 'choose' | 'programName'>,
): Promise<void> {
  const { toYaml } = await import('../../files/yaml-text.ts');
  const file = toYaml(post).trimEnd().split('\n');
  const create = buildWords`posts create`;
  const flags = toFlagWords([...buildServiceFlags(await choose()), ...buildPostFlags(post)]);
  await prompts.show(({ palette }) => [
    '',
    palette.dim(`As a file, for "${formatCommand(programName, [...create, ...buildWords`-f`])}":`),
    '',
    ...file,
    '',
    // omitted if shells interpret a value differently
    ...(isPortable(flags)
      ? [palette.dim('As a command:'), '', formatCommand(programName, [...create, ...flags]), '']
      : []),
  ]);
}
