import { createUsageError } from '../../../errors.ts';
import type { PostChange } from '../../../service/endpoints/post-changes.ts';
import type { ChangeFlags } from './change-flags.ts';

/** Flags that exclude each other. */
const OPPOSITES = [
  ['pause', 'resume', '--pause and --resume'],
  ['disableComments', 'enableComments', '--disable-comments and --enable-comments'],
] as const;

/**
 * Builds a change from flags.
 *
 * @param scheduleDate the time of `--schedule` for the service
 * @throws CrierError of kind usage without any change, and for conflicting flags
 */
export function toPostChange(flags: ChangeFlags, scheduleDate: string | null): PostChange {
  for (const [one, other, names] of OPPOSITES) {
    if (flags[one] && flags[other])
      throw createUsageError(`${names} cannot be used together`, 'use only one of them');
  }
  if (flags.timeZone !== undefined && scheduleDate === null) {
    throw createUsageError('--time-zone needs --schedule', 'add --schedule');
  }
  const youTubeOptions = omitUndefined({
    title: flags.title,
    description: flags.description,
    visibility: flags.visibility,
  });
  const change: PostChange = {
    ...(scheduleDate !== null && { scheduleDate }),
    ...(flags.approve && { approved: true }),
    ...((flags.pause || flags.resume) && { scheduledPause: flags.pause }),
    ...(flags.notes !== undefined && { notes: flags.notes }),
    ...((flags.disableComments || flags.enableComments) && { disableComments: flags.disableComments }),
    ...(Object.keys(youTubeOptions).length > 0 && { youTubeOptions }),
  };
  if (Object.keys(change).length > 0) return change;
  throw createUsageError(
    'nothing to change',
    'add --schedule, --approve, --pause, --resume, --notes, --disable-comments, --title, --description or --visibility',
  );
}

function omitUndefined<Fields extends object>(fields: Fields) {
  // Object.entries loses the types of the members.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
