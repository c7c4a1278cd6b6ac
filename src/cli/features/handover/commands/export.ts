import { lstatSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { runFileOperation } from '../../../../storage/explain-file-fault.ts';
import { checkInputSize } from '../../../../storage/input-limits.ts';
import { writeBeside } from '../../../../storage/swap-file.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { yes } from '../../../framework/input/flags/shared-flags.ts';
import { readDoneFile } from '../../../framework/settings/machine-keys.ts';
import { listSavedSecrets } from '../../../framework/settings/secrets.ts';
import { requireContext, SANDBOX } from '../../../framework/settings/settings.ts';
import { collectWork } from '../collect-work.ts';
import { listSecretsOfEnvironment, serializeHandover } from '../handover-file.ts';
import { countWork, WORK_COLUMNS, WorkRow } from '../work-rows.ts';

export default defineLocalChange({
  summary: 'Write your work to a file for a colleague, without keys',
  description: `
The file has the contexts and the aliases of profiles, the comments marked as done, the positions of "comments watch", what
"crier pause", "automations pause --all" and "posts pause --all-scheduled" stopped, the short references of the last 12 hours,
and the saved replies. It has no key: your colleague saves own ones. "handover import" adds it to what is there.

All saved contexts are written, or the one of --context, without the saved replies. The built-in sandbox is written with --sandbox only, since its data
is on this machine. An existing file is replaced only with --yes, or after confirmation.`,
  before: ['context add work --base-url https://api.example.com/api'],
  examples: [
    'handover export team.json',
    'handover export team.json --context work --dry-run',
    'handover export sandbox.json --sandbox --json',
  ],
  positional: ['file'],
  input: z.object({
    file: defineFlag(z.string().min(1).describe('file to write'), { placeholder: 'file' }),
    dryRun: defineSwitch('show what would be in the file, and write nothing'),
    yes,
  }),
  output: z.strictObject({
    file: z.string(),
    written: z.boolean().describe('false with --dry-run'),
    profiles: z.array(WorkRow),
    replies: z.int().describe('number of saved replies'),
  }),
  records: 'profiles',
  async change({ file: given, dryRun, yes }, context) {
    const { settings, io } = context;
    const saved = await settings.openKeys(await settings.read());
    const { work, notes } = collectWork(saved, io, await chooseContext(context));
    const shared = readDoneFile({ env: io.machine.env, settings: saved });
    const secrets = [...listSavedSecrets(saved), ...listSecretsOfEnvironment(io.machine.env)];
    const text = serializeHandover(work, secrets, io.now());
    checkInputSize(Buffer.byteLength(text), { name: 'the handover', kind: 'bytes' }); // what an import can read
    const file = resolve(io.machine.folder, given);
    if (!dryRun) {
      if (doesExist(file)) await io.confirm({ what: `replace ${file}`, yes });
      await writeBeside(file, async (draft) => writeFileSync(draft, text));
    }
    return {
      file,
      name: given,
      isWritten: !dryRun,
      rows: countWork(work),
      replies: Object.keys(work.replies).length,
      notes: [...notes, ...noteSharedMarks(shared)],
    };
  },
  show: ({ file, name, isWritten, rows, replies, notes }) => ({
    view: {
      kind: 'list',
      document: { file, written: isWritten, profiles: rows, replies },
      key: 'profiles',
      rows,
      columns: WORK_COLUMNS,
      empty: 'there is nothing to hand over',
    },
    notes: [
      isWritten ? `written to ${name}, without any key` : `dry run: ${name} was not written`,
      ...countReplies(replies),
      ...notes,
    ],
  }),
});

/** The context that flags name; null for all. A default one does not narrow it: everything is handed over. */
async function chooseContext({ service, settings }: CommandContext): Promise<string | null> {
  const { flags, typed } = await service.choiceInput();
  if (flags.sandbox) return SANDBOX;
  if (flags.context === undefined || !typed.has('context')) return null;
  requireContext(await settings.read(), flags.context);
  return flags.context;
}

/** Marks of a team are where all of them read them. */
function noteSharedMarks(file: string | null): readonly string[] {
  if (file === null) return [];
  return [`the marks in ${file} stay there: your colleague reads them with the same done-file`];
}

function countReplies(count: number): readonly string[] {
  return count === 0 ? [] : [`with ${formatCount(count, 'saved reply')}`];
}

function doesExist(file: string): boolean {
  return (
    runFileOperation(`cannot write ${file}`, () => lstatSync(file, { throwIfNoEntry: false })) !== undefined
  );
}
