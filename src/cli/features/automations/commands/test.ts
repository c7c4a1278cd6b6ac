import * as z from 'zod';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { formatPlaceholder, readEventFlags } from '../event-flags.ts';
import { EVENT_NAMES } from '../event-names.ts';
import {
  filterByName,
  findCandidates,
  TestDocument,
  type TestedAction,
  type TestedAutomation,
  testAutomation,
} from '../test-automation.ts';

export default defineCommand({
  summary: 'Test which automations an event would trigger, and how',
  description: `
Nothing is sent. Automations named by id are read from the service; files are tested offline. The result names the
trigger that fires and the keyword that matched, with the message of each action, and says why other triggers stay
silent. Values that only the network knows, such as {{sender_username}}, are not filled in. Use --expect and
--expect-message in a pipeline: the command exits 11 if they are not met.`,
  before: ['automations get auto_K7pW2mXq9L --as yaml > brew.yaml'],
  postFlag: 'post',
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
      { placeholder: 'file|id', offers: 'file' },
    ),
    event: defineFlag(z.enum(EVENT_NAMES).describe('kind of event to simulate'), { placeholder: 'event' }),
    text: defineTextFlag('text of the comment, reply or DM', { placeholder: 'text' }),
    post: defineTextFlag('id, address or reference of the post that is commented on', { placeholder: 'id' }),
    story: defineTextFlag('id of the story that is replied to or commented on', { placeholder: 'id' }),
    emoji: defineTextFlag('emoji of the reaction', { placeholder: 'emoji' }),
    from: defineTextFlag('handle of the person', { placeholder: 'handle', synonym: '--recipient' }),
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
    const difference = describeDifference(automations, { expect, message: expectMessage });
    return {
      view: {
        kind: 'list',
        document,
        key: 'automations',
        rows: buildTestRows(automations),
        record: (row) => (row as TestRow).automation, // of the rows above
        columns: TEST_COLUMNS,
        empty: 'there is no automation to test',
      },
      notes: listTestNotes(automations, expect),
      ...(difference !== null && { failure: new CrierError('differs', difference, { http: null }) }),
    };
  },
});

/** A line of the result: whether the automation fires, then each action, or why each trigger stays silent. */
interface TestRow {
  automation: TestedAutomation;
  result: string;
  details: string;
  /** For tables, if different. */
  shown?: string;
}

function buildTestRows(automations: readonly TestedAutomation[]): readonly TestRow[] {
  const isOfOne = new Set(automations.map(({ source }) => source)).size === 1;
  return automations.flatMap((automation) => buildRows(automation, formatHeading(automation, isOfOne)));
}

/** The name, and the source if there are several. */
function formatHeading(automation: TestedAutomation, isOfOne: boolean): string {
  const name = getDisplayName(automation);
  return isOfOne || name === automation.source ? name : `${name} (${automation.source})`;
}

function buildRows(automation: TestedAutomation, name: string): readonly TestRow[] {
  const { fires, trigger, type, keyword, actions, misses } = automation;
  const onWhat = keyword === null ? '' : ` on ${type === 'dm_reaction' ? keyword : `"${keyword}"`}`;
  const match = `${trigger} ${type}${onWhat}`;
  const rows = fires
    ? [
        { result: 'fires', details: match, shown: `${name}: ${match}` },
        ...actions.map((action) => ({ result: action.type, details: describeTestedAction(action) })),
      ]
    : [
        { result: fires === null ? 'unsure' : 'silent', details: '', shown: name },
        ...misses.map((miss) => ({
          result: 'because',
          details: `${miss.trigger} ${miss.type}: ${miss.reason}`,
        })),
      ];
  return rows.map((row) => ({ automation, ...row }));
}

function describeTestedAction({ type, to, subject, message, messageUrl }: TestedAction): string {
  if (type === 'fire_webhook') return 'sends the event to the webhook for automations';
  if (message === null) return 'cannot be determined offline';
  return [
    ...(to === null ? [] : [`to ${to}`]),
    ...(subject === null ? [] : [`subject: ${subject}`]),
    ...(messageUrl === null ? [] : [`requests the text from ${messageUrl}; fallback:`]),
    message.trimEnd() || 'fails: the text is empty',
  ].join('\n');
}

const TEST_COLUMNS: readonly Column<TestRow>[] = [
  { name: 'source', title: 'source', value: ({ automation }) => automation.source, dataOnly: true },
  { name: 'name', title: 'name', value: ({ automation }) => automation.name, dataOnly: true },
  { ...pickMember('result', 'result'), role: 'status', drop: 0 },
  {
    ...pickMember('details', 'details'),
    show: ({ details, shown }) => shown ?? details,
    flexible: true,
    wraps: true,
  },
];

function getDisplayName({ name, source }: TestedAutomation): string {
  return name ?? source;
}

function listTestNotes(
  automations: readonly TestedAutomation[],
  expect?: TestExpectation['expect'],
): readonly string[] {
  const handle = formatPlaceholder('recipient_username');
  const texts = automations.flatMap(({ actions }) =>
    actions.flatMap(({ message, subject }) => [message ?? '', subject ?? '']),
  );
  const count = automations.filter(({ fires }) => fires).length;
  const isByOthers = expect === 'fires' && count > 0 && count < automations.length;
  const paused = automations.filter(({ active }) => active === false);
  return [
    ...(isByOthers
      ? [
          `${count} of ${automations.length} fire${count === 1 ? 's' : ''}, which meets --expect fires; use --automation <name> to test only one`,
        ]
      : []),
    ...paused.map(
      (automation) => `"${getDisplayName(automation)}" is paused: nothing happens until it is resumed`,
    ),
    ...(texts.some((text) => text.includes(handle)) ? [`use --from to set ${handle}`] : []),
  ];
}

interface TestExpectation {
  /** `fires`: at least one fires; `silent`: none does. Neither holds if that cannot be determined. */
  expect?: 'fires' | 'silent' | undefined;
  /** Exact text of a DM. */
  message?: string | undefined;
}

/** Describes how the result differs from the expectation; null if it meets it. */
function describeDifference(
  automations: readonly TestedAutomation[],
  expected: TestExpectation,
): string | null {
  const firing = automations.filter(({ fires }) => fires);
  const unreported = firing.length > 0 ? null : describeUndecided(automations);
  const ofAll = automations.length > 1 ? ` of all ${automations.length}` : '';
  if (expected.expect === 'silent' && firing.length > 0) {
    const names = firing.map((each) => `"${getDisplayName(each)}"`).join(' and ');
    return `expected${ofAll} to stay silent, but ${names} ${firing.length === 1 ? 'fires' : 'fire'}`;
  }
  if (expected.expect === 'silent' && unreported !== null) {
    return `expected${ofAll} to stay silent, but ${unreported}`;
  }
  if (expected.expect === 'fires' && firing.length === 0) {
    return automations.length > 1
      ? `expected at least one of ${automations.length} to fire, but ${unreported ?? 'none matches'}`
      : `expected it to fire, but ${unreported ?? 'it does not match'}`;
  }
  if (expected.message === undefined) return null;
  const messages = firing.flatMap(({ actions }) =>
    actions.flatMap(({ type, message }) => (type === 'send_dm' && message !== null ? [message] : [])),
  );
  if (messages.includes(expected.message)) return null;
  if (messages.length === 0) return `expected a message, but ${unreported ?? 'no DM is sent'}`;
  return `expected another message than ${joinWithOr(messages.map((text) => `"${text}"`))}`;
}

/** Names the automations for which it cannot be determined whether they fire; null if there are none. */
function describeUndecided(automations: readonly TestedAutomation[]): string | null {
  const names = automations.filter(({ fires }) => fires === null).map((each) => `"${getDisplayName(each)}"`);
  return names.length === 0 ? null : `it cannot be determined offline whether ${joinWithOr(names)} fires`;
}
