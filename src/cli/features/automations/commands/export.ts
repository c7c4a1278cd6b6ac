import * as z from 'zod';
import { formatCount, formatThese, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { yes } from '../../../framework/input/flags/shared-flags.ts';
import { IDS_FROM, readIds } from '../../../framework/many/read-ids.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { planExport, writeExport } from '../as-code/export-files.ts';
import { LIST_KINDS, loadKind } from '../as-code/kinds.ts';
import { LOCK_NAME } from '../as-code/lock-file.ts';
import { listProfileFolders, PRIMARY_FOLDER, toProfileFolder } from '../as-code/read-targets.ts';
import { AUTOMATION_IDS } from '../several-automations.ts';

const ExportedRow = z.strictObject({
  profile: z.string().nullable().describe('null is the Primary Profile'),
  kind: z.string().describe('such as automations'),
  id: z.string(),
  name: z.string(),
  file: z.string(),
  status: z.enum(['new', 'changed', 'unchanged']).describe('of the file'),
});
type ExportedRow = z.infer<typeof ExportedRow>;

export default defineCommand({
  summary: 'Write automations to files, one for each',
  description: `
Each automation is a readable YAML file, named after it: for "automations diff", "apply", "check", "create -f" and git. A file
that has an automation of the same name is changed in place: its comments, order and quotes stay. You are asked before
an existing file is changed; without a terminal it needs --yes.

With --all-profiles, each profile has a folder of its alias below --folder, and the Primary Profile the folder "${PRIMARY_FOLDER}".
--with adds the files ${joinWithAnd(LIST_KINDS.map((kind) => `${kind}.yaml`))}, which "diff" and "apply" read when they
are there ("crier help automation-files" describes them). Secrets of webhooks are not written: add secretFile, secretVariable or secretCommand.

${LOCK_NAME} in each folder records what was exported, so that "automations diff" can tell who changed what later.`,
  examples: [
    'automations export --folder brand',
    'automations export auto_K7pW2mXq9L --folder brand --json',
    'automations export --folder brands --all-profiles',
    'automations export --folder brand --with hooks,schedules,feeds',
    'automations export --folder brand --unmanaged',
  ],
  positional: ['id'],
  changes: true,
  flags: [REMOTE],
  input: z.object({
    id: AUTOMATION_IDS.flag,
    idsFrom: IDS_FROM,
    folder: defineFlag(z.string().min(1).describe('folder for the files; it is made if it is missing'), {
      placeholder: 'folder',
    }),
    allProfiles: defineSwitch('write a folder for the Primary Profile and each saved one', {
      conflicts: ['profile', 'profileKeyFile', 'idsFrom'],
    }),
    with: defineFlag(
      z.array(z.enum(LIST_KINDS)).default([]).describe('also what else the files of a folder can describe'),
      { placeholder: 'kind' },
    ),
    unmanaged: defineSwitch('only automations that are in none of the files'),
    dryRun: defineSwitch('show what would be written, and write nothing'),
    yes,
  }),
  output: z.strictObject({
    written: z.boolean().describe('false with --dry-run'),
    files: z.array(ExportedRow),
  }),
  records: 'files',
  async run({ id: given, idsFrom, folder, with: names, allProfiles, unmanaged, dryRun, yes }, context) {
    const { service, io } = context;
    if (allProfiles && given.length > 0)
      throw createUsageError('--all-profiles exports all automations', 'for some of them, use --profile');
    const isChosen = given.length > 0 || idsFrom !== undefined;
    const ids = isChosen ? await readIds({ ids: given, idsFrom }, io) : [];
    const targets = allProfiles
      ? await listProfileFolders(folder, context)
      : [await toProfileFolder(service, folder, context)];
    const others = await Promise.all(LIST_KINDS.filter((name) => names.includes(name)).map(loadKind));
    const exports = [];
    // all is read before anything is written
    for (const target of targets)
      exports.push(await planExport(target, { ids, isUnmanaged: unmanaged, others }, context));
    const rows = exports.flatMap(({ files }) =>
      files.map(
        ({ profile, kind, stored, file, status }): ExportedRow => ({
          ...{ profile, kind: kind.name, id: stored.id, name: stored.name, file, status },
        }),
      ),
    );
    const changed = new Set(rows.flatMap(({ status, file }) => (status === 'changed' ? [file] : [])));
    if (!dryRun) {
      if (changed.size > 0)
        await io.confirm({
          what: `change ${formatThese(changed.size, 'file')}`,
          details: async () => [...changed],
          yes,
        });
      for (const each of exports) await writeExport(each, context);
    }
    const columns: readonly Column<ExportedRow>[] = [
      {
        ...pickMember('profile', 'profile'),
        show: ({ profile }) => profile ?? PRIMARY_FOLDER,
        dataOnly: !allProfiles,
        drop: 2,
      },
      { ...pickMember('kind', 'kind'), dataOnly: others.length === 0, role: 'dim', drop: 1 },
      { ...pickMember('name', 'name'), role: 'name', flexible: true },
      { ...pickMember('id', 'id'), dataOnly: true },
      { ...pickMember('file', 'file'), role: 'id', drop: 0 },
      { ...pickMember('status', 'status'), role: 'status', drop: 0 },
    ];
    return {
      view: {
        kind: 'list',
        document: { written: !dryRun, files: rows },
        key: 'files',
        rows,
        columns,
        empty: unmanaged ? 'every automation is in a file' : 'no automations yet',
      },
      notes: [
        ...(dryRun ? ['dry run: nothing was written'] : []),
        ...listSameNames(rows),
        ...(!dryRun && rows.length > 0
          ? [
              `${formatCount(rows.length, others.length > 0 ? 'entry' : 'automation', others.length > 0 ? 'entries' : 'automations')} in ${folder}; keep ${LOCK_NAME} in the same repository`,
            ]
          : []),
      ],
    };
  },
});

/** Names are how automations are found again. */
function listSameNames(rows: readonly ExportedRow[]): readonly string[] {
  return [
    ...Map.groupBy(rows, ({ profile, kind, name }) =>
      JSON.stringify([profile, kind, name.normalize()]),
    ).values(),
  ].flatMap((all) => {
    const [first, ...others] = all;
    return first === undefined || others.length === 0
      ? []
      : [
          `${all.map(({ id }) => id).join(' and ')} have the same name: rename one before "automations apply"`,
        ];
  });
}
