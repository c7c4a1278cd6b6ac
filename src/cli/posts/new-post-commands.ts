import type { PostBody } from '../../service/post-body.ts';
import type { FlagList } from '../automations/wizard/automation-flags.ts';
import type { CommandContext } from '../context/context.ts';
import type { ShownCommand } from '../shell/command.ts';
import { createPrintedCommands } from '../shell/printed-commands.ts';
import { isPortable, toFlagWords } from '../shell/shell-command.ts';
import { buildPostFlags } from './build-post-flags.ts';

/** Longer commands are hard to copy from a terminal, so their text goes to a file. */
const LONGEST = 600;
const TEXT_FILE = 'post.txt';

/**
 * Builds the complete command of each post, for the same service and profile. A text that is too long, or that shells
 * interpret differently, goes to a file.
 */
export async function buildNewPostCommands(
  posts: readonly PostBody[],
  context: Pick<CommandContext, 'choiceInput' | 'choose' | 'programName'>,
): Promise<readonly ShownCommand[]> {
  const printed = await createPrintedCommands(context);
  return posts.flatMap((post) => {
    const flags = toFlagWords(buildPostFlags(post));
    const line = printed.change`posts create ${flags}`;
    if (line.length <= LONGEST && isPortable(flags)) return [{ lead: LEAD, line }];
    const others = toFlagWords(buildPostFlags(post).filter((each) => !isTextFlag(each)));
    if (!isPortable(others)) return [];
    const withFile = printed.change`posts create ${others} --text-file ${TEXT_FILE}`;
    return [{ lead: `${LEAD}, with the text in ${TEXT_FILE}`, line: withFile }];
  });
}

const LEAD = 'to post where it failed';

/** A text of several lines has no flag of its own. */
function isTextFlag([flag, value = '']: FlagList[number]): boolean {
  return flag === '--text' || (flag === '--set' && value.startsWith('post='));
}
