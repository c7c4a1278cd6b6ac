import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import type { Column } from '../../render/view.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { checkExpectation } from '../check-expectation.ts';
import { readEventFlags } from '../event-flags.ts';
import { EVENT_NAMES } from '../event-names.ts';
import { testAutomation } from '../test-automation.ts';
import { TestDocument } from '../test-document.ts';
import { listTestNotes } from '../test-notes.ts';
import { buildTestRows, TEST_COLUMNS, type TestRow } from '../test-rows.ts';
import { filterByName } from './filter-by-name.ts';
import { findCandidates } from './find-candidates.ts';

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
    text: defineFlag(z.string().optional().describe('text of the comment, reply or DM'), {
      placeholder: 'text',
    }),
    post: defineFlag(z.string().optional().describe('id of the post that is commented on'), {
      placeholder: 'id',
    }),
    story: defineFlag(z.string().optional().describe('id of the story that is replied to or commented on'), {
      placeholder: 'id',
    }),
    emoji: defineFlag(z.string().optional().describe('emoji of the reaction'), {
      placeholder: 'emoji',
    }),
    from: defineFlag(z.string().optional().describe('handle of the person'), { placeholder: 'handle' }),
    automation: defineFlag(z.string().optional().describe('test only the automation with this name'), {
      placeholder: 'name',
    }),
    expect: defineFlag(
      z.enum(['fires', 'silent']).optional().describe('exit 11 unless at least one fires, or all are silent'),
      { placeholder: 'what' },
    ),
    expectMessage: defineFlag(
      z.string().optional().describe('exit 11 unless at least one sends exactly this DM'),
      { placeholder: 'text' },
    ),
  }),
  output: TestDocument,
  records: 'automations',
  async run({ what, automation, expect, expectMessage, ...flags }, { client, readFile, machine, printing }) {
    if (printing.format === 'raw') {
      throw createUsageError(
        '-o raw prints the body of a response, and this command has none',
        'use -o json',
      );
    }
    const engagement = readEventFlags(flags);
    const found = await findCandidates(what, { client, readFile, folder: machine.folder });
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
