import * as z from 'zod';
import { formatCount } from '../../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../../errors.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { defineSwitch, defineTextFlag } from '../../../../framework/input/flags/flags.ts';
import { CHOOSING, yes } from '../../../../framework/input/flags/shared-flags.ts';
import { ARCHIVE_FILE, ARCHIVE_FILTER, readArchiveFilter, readQuery } from '../../archive/archive-flags.ts';
import { countSelected, deleteSelected, removeArchive } from '../../archive/delete-archived.ts';
import { chooseArchives, readArchiveTime } from '../../archive/place-archives.ts';

export default defineCommand({
  summary: 'Remove comments from the archive, or all of it',
  description: `
Removes what the flags select together: the comments of a person (--from), those that were written long ago (--until 730d), those
that the service no longer lists (--missing), those with words (--contains). --all removes the whole archive. What is removed
is overwritten in the file; copies of it elsewhere are yours to remove. At the service nothing changes, and "comments export"
adds again what it still lists.`,
  before: ['comments export -n 20 --allow-partial'],
  examples: [
    'comments archive delete --missing --dry-run',
    'comments archive delete --from zoe.drinks.slow --yes',
    'comments archive delete --until 730d --yes --json',
  ],
  changes: true,
  flags: [CHOOSING],
  input: z.object({
    contains: defineTextFlag('only comments with all of these words', {
      placeholder: 'words',
    }),
    ...ARCHIVE_FILTER,
    missing: defineSwitch('only comments that the service no longer lists'),
    all: defineSwitch('the whole archive, with its file', {
      conflicts: ['contains', 'platform', 'from', 'post', 'since', 'until', 'missing'],
      conflictAdvice: '--all selects everything',
    }),
    dryRun: defineSwitch('count what would be removed, and remove nothing'),
    yes,
    ...ARCHIVE_FILE,
  }),
  output: z.strictObject({
    file: z.string().describe('absolute path of the archive'),
    removed: z.int().describe('comments; with --dry-run, that would be'),
  }),
  async run({ contains = '', missing, all, dryRun, yes, file: given, ...flags }, { service, io }) {
    const query = readQuery(contains);
    const { platform, ...others } = flags;
    const isSelected = [...platform, ...query.wanted, ...query.unwanted].length > 0 || missing;
    if (
      !all &&
      !isSelected &&
      Object.values({ ...others }).every((value) => typeof value !== 'string' && typeof value !== 'object')
    )
      throw createUsageError(
        'which comments to remove?',
        'select them: --from <handle>, --until 730d, --missing, --contains <words>; or --all',
      );
    const { files, profile } = await chooseArchives({ file: given, allProfiles: false }, { service, io });
    const [file = ''] = files;
    const hasTimes = flags.since !== undefined || flags.until !== undefined;
    const now = hasTimes ? await readArchiveTime(given, { service, io }) : io.now();
    const filter = {
      ...readArchiveFilter({ ...flags, query }, { now, zone: io.chosenZone }),
      profile: all ? undefined : profile,
      isMissing: missing,
    };
    const count = countSelected(file, filter);
    const what = all
      ? `the whole archive, with ${formatCount(count, 'comment')}`
      : formatCount(count, 'comment');
    if (!dryRun && (all || count > 0))
      await io.confirm({
        what: `remove ${what} from ${given ?? 'the archive'}`,
        details: async () => [],
        yes,
      });
    if (!dryRun && all) removeArchive(file);
    const removed = dryRun || all ? count : deleteSelected(file, filter);
    return {
      view: {
        kind: 'record',
        document: { file, removed },
        lines: [
          { name: 'file', title: 'archive', value: file, ...(given !== undefined && { shown: given }) },
          { name: 'removed', title: dryRun ? 'would be removed' : 'removed', value: removed },
        ],
      },
      notes: dryRun ? ['nothing was removed'] : [],
    };
  },
});
