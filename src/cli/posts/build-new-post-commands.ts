import type { PostBody } from '../../facts/post-body.ts';
import type { ShownCommand } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { buildPostFlags } from '../post-wizard/build-post-flags.ts';
import { createPrintedCommands } from '../printed-commands.ts';
import { isPortable, toFlagWords } from '../shell-command.ts';
import type { FlagList } from '../wizard/automation-flags.ts';

/** A longer one is hard to copy from a terminal: its text goes into a file. */
const LONGEST = 600;
const TEXT_FILE = 'post.txt';

/**
 * The command of each post, complete: it reaches the same service for the same profile. A text that is too long for a
 * line, or that shells read differently, is left to a file.
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
    return [{ lead: `${LEAD}, with its text in ${TEXT_FILE}`, line: withFile }];
  });
}

const LEAD = 'a new post to what failed alone';

/** A text of several lines has no short flag. */
function isTextFlag([flag, value = '']: FlagList[number]): boolean {
  return flag === '--text' || (flag === '--set' && value.startsWith('post='));
}
