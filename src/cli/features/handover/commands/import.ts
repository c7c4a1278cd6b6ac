import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { decodeText } from '../../../framework/input/files/decode-text.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { sanitizeText } from '../../../framework/output/text/sanitize-text.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { truncate } from '../../../framework/output/text/width.ts';
import { parseHandover } from '../handover-file.ts';
import { type MergedContexts, mergeContexts, renameContexts } from '../merge-contexts.ts';
import { type Conflict, mergeReplies, mergeWork } from '../merge-work.ts';
import { createWorkCounter, WORK_COLUMNS, WorkRow } from '../work-rows.ts';

const ConflictEntry = z.strictObject({
  context: z.string().nullable().describe('null for a saved reply, which all contexts share'),
  profile: z.string().nullable().describe('null is the Primary Profile, or the context itself'),
  what: z
    .string()
    .describe(
      'a setting, `refId` of a profile, a reference such as #12, `watch` with an id, or `reply` with a name',
    ),
  kept: z.string().describe('what it is on this machine, and stays'),
  handed: z.string().describe('what it is in the file'),
});

export default defineLocalChange({
  summary: 'Add the work of a colleague to your own',
  description: `
Adds what "handover export" wrote: contexts, aliases, comments marked as done, positions of "comments watch", what was
paused together, short references, and saved replies. Nothing that you have is changed or lost, no context is put in use, and importing a
file twice adds nothing. What differs stays as it is here, and is named; the exit code is 3 when work was left out because
an alias means another profile here.

The file has no keys. "login" saves the key of a context, and "profiles save" that of a profile; until then, commands for
them say that the key is missing. Look at the addresses before you save keys: they are sent there.`,
  before: ['context add work --base-url https://api.example.com/api', 'handover export team.json'],
  examples: [
    'handover import team.json --dry-run',
    'handover import team.json',
    'handover import team.json --json',
  ],
  positional: ['file'],
  input: z.object({
    file: defineFlag(z.string().min(1).describe('file of "handover export" (`-` for standard input)'), {
      placeholder: 'file',
    }),
    rename: defineFlag(
      z.array(z.string()).default([]).describe('take a context of the file under another name'),
      { placeholder: 'old=new' },
    ),
    dryRun: defineSwitch('show what would be added, and change nothing'),
  }),
  output: z.strictObject({
    imported: z.boolean().describe('false with --dry-run'),
    contexts: z.array(z.string()).describe('contexts that are new here'),
    aliases: z
      .array(z.strictObject({ context: z.string(), alias: z.string() }))
      .describe('aliases that are new here; their keys have to be saved'),
    profiles: z.array(WorkRow).describe('how much was new'),
    replies: z.int().describe('saved replies that are new here'),
    conflicts: z.array(ConflictEntry),
  }),
  records: 'profiles',
  async change({ file: name, rename, dryRun }, { settings, io }) {
    const text = decodeText(await io.readBytes(name));
    const shown = name === '-' ? 'standard input' : name;
    const file = renameContexts(parseHandover(text, shown), rename);
    let merged: MergedContexts = mergeContexts(await settings.read(), file.contexts);
    if (!dryRun && merged.settings !== (await settings.read())) {
      await settings.change((before) => {
        merged = mergeContexts(before, file.contexts);
        return merged.settings;
      });
    }
    const { strangers } = merged;
    const isTaken = (context: string, profile: string | null) =>
      !strangers.some((each) => each.context === context && each.alias === profile);
    const counter = createWorkCounter();
    for (const [context, { profiles }] of Object.entries(file.contexts)) {
      counter.add(context, null);
      for (const alias of Object.keys(profiles)) counter.add(context, alias);
    }
    const work = {
      profiles: file.profiles.filter(({ service, profile }) => isTaken(service, profile)),
      references: file.references.map(({ service, references }) => ({
        service,
        references: references.filter(({ target }) => isTaken(service, target.profile)),
      })),
    };
    const ofWork = await mergeWork(work, {
      io,
      settings: await settings.openKeys(merged.settings),
      isDryRun: dryRun,
      counter,
    });
    const ofReplies = await mergeReplies(file.replies, { io, isDryRun: dryRun });
    return {
      document: {
        imported: !dryRun,
        contexts: merged.added.map((each) => each.name),
        aliases: [...merged.aliases],
        profiles: [...counter.list()],
        replies: ofReplies.added,
        conflicts: [...merged.conflicts, ...ofWork, ...ofReplies.conflicts],
      },
      merged,
    };
  },
  show: ({ document, merged }) => ({
    view: {
      kind: 'list',
      document,
      key: 'profiles',
      rows: document.profiles,
      columns: WORK_COLUMNS,
      empty: 'the file has no work',
    },
    notes: [
      document.imported
        ? 'the counts are what is new here; everything you had stays'
        : 'dry run: nothing was changed; the counts are what would be new here',
      ...listNewContexts(merged),
      ...(document.replies > 0
        ? [formatCount(document.replies, 'saved reply is new', 'saved replies are new')]
        : []),
      ...listConflicts(document.conflicts),
    ],
    ...(merged.strangers.length > 0 && { failure: createStrangerFailure(merged) }),
  }),
});

function listNewContexts({ added, aliases }: MergedContexts): readonly string[] {
  const contexts = added.map(
    ({ name, baseUrl }) =>
      `new context ${name}, ${baseUrl ?? 'without an address'}: "${crier`login --context ${name}`}" saves its key`,
  );
  const [first] = aliases;
  if (first === undefined) return contexts;
  return [
    ...contexts,
    `${formatCount(aliases.length, 'profile')} without a key: "${crier`profiles save ${first.alias} --context ${first.context}`}" saves one`,
  ];
}

/** Conflicts that are named; the document has all. */
const MOST_NAMED = 20;

function listConflicts(conflicts: readonly Conflict[]): readonly string[] {
  const named = conflicts
    .slice(0, MOST_NAMED)
    .map(
      ({ context, profile, what, kept, handed }) =>
        `${[context, profile].filter((each) => each !== null).join(', ')}${context === null ? '' : ': '}${what} stays ${shorten(kept)}; the file has ${shorten(handed)}`,
    );
  const rest = conflicts.length - named.length;
  return rest === 0 ? named : [...named, `and ${rest} more differences: --json lists all`];
}

/** A text of a reply can have many lines. */
function shorten(text: string): string {
  return truncate(sanitizeText(text), LONGEST_SHOWN);
}

const LONGEST_SHOWN = 60;

function createStrangerFailure({ strangers }: MergedContexts): CrierError {
  const names = strangers.map(({ context, alias }) => `${alias} of ${context}`).join(', ');
  return new CrierError(
    'partial',
    `the work of ${formatCount(strangers.length, 'profile')} was left out: ${names}`,
    {
      http: null,
      advice:
        'the alias means another profile here: ask for a file with another alias, or take the context under another name with --rename',
    },
  );
}
