import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { checkExpectation } from '../../automations/check-expectation.ts';
import { EVENT_NAMES } from '../../automations/event-names.ts';
import { filterByName } from '../../automations/filter-by-name.ts';
import { findCandidates } from '../../automations/find-candidates.ts';
import { readEventFlags } from '../../automations/read-event-flags.ts';
import { testAutomation } from '../../automations/test-automation.ts';
import { TestDocument } from '../../automations/test-document.ts';
import { listTestNotes } from '../../automations/test-notes.ts';
import { buildTestRows, TEST_COLUMNS, type TestRow } from '../../automations/test-rows.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag, REMOTE } from '../../flags.ts';
import type { Column } from '../../render/view.ts';

export default defineCommand({
  summary: 'Say what automations would do if somebody commented, reacted or wrote',
  description: `
Nothing is sent: of an id the automation is read, of a file nothing is asked at all. It says which trigger fires, on
which keyword, and what each action would say; of triggers that stay silent, why. What the network alone knows, such as
{{sender_username}}, stays as it is written. --expect and --expect-message make it a test for a pipeline: it exits 11
when they do not hold.`,
  before: ['automations get auto_K7pW2mXq9L --as yaml > brew.yaml'],
  examples: [
    'automations test auto_K7pW2mXq9L --event comment --text "Send me the GUIDE please"',
    'automations test brew.yaml --event comment --text "guided tours?" --expect silent',
    'automations test brew.yaml --event dm --text guide --from anna --expect fires --json',
  ],
  positional: ['what'],
  flags: [REMOTE],
  input: z.object({
    what: defineFlag(z.array(z.string()).min(1).describe('files, folders or ids; `-` for standard input'), {
      offers: 'file',
    }),
    event: defineFlag(z.enum(EVENT_NAMES).describe('what somebody does'), { placeholder: 'event' }),
    text: defineFlag(z.string().optional().describe('what the comment, reply or DM says'), {
      placeholder: 'text',
    }),
    post: defineFlag(z.string().optional().describe('id of the post that a comment is on'), {
      placeholder: 'id',
    }),
    story: defineFlag(z.string().optional().describe('id of the story that it is about'), {
      placeholder: 'id',
    }),
    emoji: defineFlag(z.string().optional().describe('what a DM is reacted to with'), {
      placeholder: 'emoji',
    }),
    from: defineFlag(z.string().optional().describe('handle of whoever does it'), { placeholder: 'handle' }),
    automation: defineFlag(z.string().optional().describe('name of the only one to test, of several'), {
      placeholder: 'name',
    }),
    expect: defineFlag(
      z
        .enum(['fires', 'silent'])
        .optional()
        .describe('exit 11 unless at least one of them fires, or all are silent'),
      { placeholder: 'what' },
    ),
    expectMessage: defineFlag(
      z.string().optional().describe('exit 11 unless at least one of them says exactly this by DM'),
      { placeholder: 'text' },
    ),
  }),
  output: TestDocument,
  records: 'automations',
  async run({ what, automation, expect, expectMessage, ...flags }, { client, readFile, machine, printing }) {
    if (printing.format === 'raw') {
      throw createUsageError('-o raw is the body of an answer, and this is none', 'use -o json');
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
