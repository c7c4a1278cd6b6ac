import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { getAutomation } from '../../../service/endpoints/automations.ts';
import type { FileAccess } from '../../files/read-files.ts';
import type { Column } from '../../render/view.ts';
import { checkId } from '../../several/read-ids.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, defineTextFlag, REMOTE } from '../../shell/flags/flags.ts';
import { maskLikelySecret } from '../../shell/likely-secrets.ts';
import { suggestNearest } from '../../shell/suggest-nearest.ts';
import { flattenAutomation } from '../automation-forms.ts';
import { readEventFlags } from '../event-flags.ts';
import { EVENT_NAMES } from '../event-names.ts';
import { type AutomationCandidate, TestDocument, testAutomation } from '../test-automation.ts';
import { buildTestRows, checkExpectation, listTestNotes, TEST_COLUMNS, type TestRow } from '../test-rows.ts';

export default defineCommand({
  summary: 'Test which automations an event would trigger, and how',
  description: `
Nothing is sent. Automations named by id are read from the service; files are tested offline. The result names the
trigger that fires and the keyword that matched, with the message of each action, and says why other triggers stay
silent. Values that only the network knows, such as {{sender_username}}, are not filled in. Use --expect and
--expect-message in a pipeline: the command exits 11 if they are not met.`,
  before: ['automations get auto_K7pW2mXq9L --as yaml > brew.yaml'],
  examples: [
    'automations test auto_K7pW2mXq9L --event comment --text "Send me the GUIDE please"',
    'automations test brew.yaml --event comment --text "guided tours?" --expect silent',
    'automations test brew.yaml --event dm --text guide --from anna --expect fires --json',
  ],
  positional: ['what'],
  flags: [REMOTE],
  input: z.object({
    what: defineFlag(
      z.array(z.string()).min(1).describe('files, folders or automation ids (`-` for standard input)'),
      {
        offers: 'file',
      },
    ),
    event: defineFlag(z.enum(EVENT_NAMES).describe('kind of event to simulate'), { placeholder: 'event' }),
    text: defineTextFlag('text of the comment, reply or DM', { placeholder: 'text' }),
    post: defineTextFlag('id of the post that is commented on', { placeholder: 'id' }),
    story: defineTextFlag('id of the story that is replied to or commented on', { placeholder: 'id' }),
    emoji: defineTextFlag('emoji of the reaction', { placeholder: 'emoji' }),
    from: defineTextFlag('handle of the person', { placeholder: 'handle' }),
    automation: defineTextFlag('test only the automation with this name', { placeholder: 'name' }),
    expect: defineFlag(
      z.enum(['fires', 'silent']).optional().describe('exit 11 unless at least one fires, or all are silent'),
      { placeholder: 'what' },
    ),
    expectMessage: defineTextFlag('exit 11 unless at least one sends exactly this DM', {
      placeholder: 'text',
    }),
  }),
  output: TestDocument,
  records: 'automations',
  async run({ what, automation, expect, expectMessage, ...flags }, { service, io }) {
    if (io.printing.format === 'raw') {
      throw createUsageError(
        '-o raw prints the body of a response, and this command has none',
        'use -o json',
      );
    }
    const engagement = readEventFlags(flags);
    const found = await findCandidates(what, {
      client: service.client,
      readFile: io.readFile,
      folder: io.machine.folder,
    });
    const automations = filterByName(automation, found).map((each) => testAutomation(each, engagement));
    const { event, text = null, post = null, story = null, emoji = null, from = null } = flags;
    const document: TestDocument = { event: { event, text, post, story, emoji, from }, automations };
    const failure = checkExpectation(automations, { expect, message: expectMessage });
    return {
      view: {
        kind: 'list',
        document,
        key: 'automations',
        rows: buildTestRows(automations),
        record: (row) => (row as TestRow).automation, // of the rows above
        columns: TEST_COLUMNS as readonly Column<unknown>[], // of the rows above
        empty: 'there is no automation to test',
      },
      notes: listTestNotes(automations, expect),
      ...(failure !== null && { failure }),
    };
  },
});

/** Where automations are found: in files, or on the service, which is only called for ids. */
interface CandidateSources extends FileAccess {
  client(): Promise<Client>;
}

/**
 * Finds the automations in files and by ids, in the order of the arguments.
 *
 * @throws CrierError of kind usage when a file does not exist, cannot be read, or contains what the service would
 *   refuse
 */
async function findCandidates(
  words: readonly string[],
  finding: CandidateSources,
): Promise<readonly AutomationCandidate[]> {
  const found: AutomationCandidate[] = [];
  for (const word of words) {
    found.push(
      ...(isFile(word, finding) ? await readFromFiles(word, finding) : [await fetchCandidate(word, finding)]),
    );
  }
  return found;
}

/** An existing path, or something that cannot be an id: ids contain neither dots nor slashes. */
function isFile(word: string, { folder }: FileAccess): boolean {
  return word === '-' || /[./\\]/.test(word) || existsSync(resolve(folder, word));
}

/**
 * Prefix of ids of automations: the service is not called for a mistyped file name.
 *
 * @see docs/service/general.md#identifier-formats
 */
const ID = /^auto_./;

async function fetchCandidate(id: string, { client }: CandidateSources): Promise<AutomationCandidate> {
  if (!ID.test(id)) {
    throw createUsageError(
      `no such file: ${maskLikelySecret(id)} (and not an automation id)`,
      'automation ids begin with auto_; to list them: crier automations list',
    );
  }
  checkId(id);
  const { body } = await (await client()).call(getAutomation, { params: { id } });
  return { source: id, flat: flattenAutomation(body), active: body.active };
}

/** Loaded on demand: ids do not need the YAML parser, which is large. */
async function readFromFiles(path: string, reading: FileAccess): Promise<readonly AutomationCandidate[]> {
  const { readCandidateFiles } = await import('../check-files.ts');
  return readCandidateFiles(path, reading);
}

/**
 * Selects automations by name.
 *
 * @param name all of them if undefined
 * @throws CrierError of kind usage when none has it
 */
function filterByName(
  name: string | undefined,
  candidates: readonly AutomationCandidate[],
): readonly AutomationCandidate[] {
  if (name === undefined) return candidates;
  const called = candidates.filter(({ flat }) => getField(flat, 'name') === name);
  if (called.length > 0) return called;
  const names = candidates.flatMap(({ flat }) => {
    const each = getField(flat, 'name');
    return typeof each === 'string' ? [each] : [];
  });
  const there =
    names.length === 0
      ? 'none of them has a name'
      : `the names are ${joinWithOr(names.map((each) => `"${each}"`))}`;
  throw createUsageError(`no automation named "${name}"`, `${suggestNearest(name, names)}${there}`);
}
