import * as z from 'zod';
import { describeLongDm } from '../../../../domain/automations/automation-warnings.ts';
import {
  formatPlaceholder,
  TestDocument,
  type TestedAction,
  type TestedAutomation,
  testAutomation,
} from '../../../../domain/automations/test-automation.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { toFlagName } from '../../../framework/input/flags/describe-schema.ts';
import { defineFlag, defineSwitch, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { defineJunitFlag } from '../../../framework/input/flags/shared-flags.ts';
import { getStartTime, SINCE } from '../../../framework/input/time/since.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { readEventFlags } from '../event-flags.ts';
import { EVENT_NAMES } from '../event-names.ts';
import { describeDifference, type Expectation, getDisplayName } from '../expectations/describe-difference.ts';
import { filterByName, findCandidates } from '../find-candidates.ts';

export default defineCommand({
  summary: 'Test which automations an event would trigger, and how',
  description: `
Nothing is sent. Automations named by id are read from the service; files are tested offline. The result names the
trigger that fires and the keyword that matched, with the message of each action, and says why other triggers stay
silent. Values that only the network knows, such as {{sender_username}}, are not filled in. Use --expect and
--expect-message in a pipeline: the command exits 11 if they are not met.

Without --event, the expectations beside the files are tested: guide.test.yaml has those of guide.yaml, and the command exits
11 if one fails. "crier help automation-files" describes the fields of both.

--replay takes past events through the automations as they are now, and compares what people would get with what they got:
rows of "automations activity --archive" have both, archives of "comments export" and the receiver's inbox the events that
nothing answered, too. Events with the same answer are counted, all others are listed, and the command exits 11 if people
would get something else, or if that is not known. Give all automations that the file is about: what others answered counts
as dropped.`,
  before: [
    'automations get auto_K7pW2mXq9L --as yaml > brew.yaml',
    `automations test brew.yaml --event comment --text GUIDE --jq '.event | {event, text, expect: "fires"}' > brew.test.yaml`,
    'automations activity auto_K7pW2mXq9L --archive activity.ndjson',
  ],
  postFlag: 'post',
  examples: [
    'automations test auto_K7pW2mXq9L --event comment --text "Send me the GUIDE please"',
    'automations test brew.yaml --event comment --text "guided tours?" --expect silent',
    'automations test brew.yaml --event dm --text guide --from anna --expect fires --json',
    'automations test . --junit report.xml',
    'automations test brew.yaml --replay activity.ndjson --since 30d',
  ],
  positional: ['what'],
  flags: [REMOTE],
  input: z.object({
    what: defineFlag(
      z.array(z.string()).min(1).describe('files, folders or automation ids (`-` for standard input)'),
      { placeholder: 'file|id', offers: 'file' },
    ),
    event: defineFlag(
      z
        .enum(EVENT_NAMES)
        .optional()
        .describe('event to simulate; without it, the expectations beside the files are tested'),
      { placeholder: 'event' },
    ),
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
    junit: defineJunitFlag('write the results of expectations to this file, as JUnit XML'),
    watch: defineSwitch('test the expectations again whenever a file changes, until stopped'),
    replay: defineFlag(
      z
        .array(z.string())
        .default([])
        .describe('replay the events of an archive, of activity, or of the inbox (`inbox`)'),
      { placeholder: 'file', offers: 'file' },
    ),
    since: SINCE,
    limit: defineFlag(
      z.int().min(1).optional().describe('maximum number of events of --replay to list (default: all)'),
      { short: 'n', placeholder: 'n' },
    ),
  }),
  output: async () => {
    const { ExpectationsDocument } = await import('../expectations/test-expectations.ts');
    const { ReplayDocument } = await import('../replay/replay-document.ts');
    return z.union([TestDocument, ExpectationsDocument, ReplayDocument]);
  },
  records: ['automations', 'tests', 'events'],
  async run(input, context) {
    const { service, io } = context;
    if (io.printing.format === 'raw') {
      throw createUsageError(
        '-o raw prints the body of a response, and this command has none',
        'use -o json',
      );
    }
    const { what, automation, expect, expectMessage, event, junit, watch, replay, since, limit, ...details } =
      input;
    const find = async () =>
      filterByName(
        automation,
        await findCandidates(what, {
          client: service.client,
          readFile: io.readFile,
          folder: io.machine.folder,
        }),
      );
    if (replay.length > 0) {
      refuseBeside('--replay', BESIDE_REPLAY, input);
      const { showReplay } = await import('../replay/show-replay.ts');
      const start = getStartTime(since?.inZone(io.chosenZone), io.now());
      return showReplay(await find(), { replay, start, limit: limit ?? null }, context);
    }
    refuseWithout('--replay', { since, limit });
    if (event === undefined) {
      refuseEventFlags({ ...details, automation, expect, expectMessage });
      const { testExpectations, watchExpectations } = await import('../expectations/test-expectations.ts');
      return (watch ? watchExpectations : testExpectations)({ paths: what, junit }, context);
    }
    if (watch || junit !== undefined)
      throw createUsageError(`--${watch ? 'watch' : 'junit'} is for expectations`, 'remove it, or --event');
    const flags = { event, ...details };
    const engagement = readEventFlags(flags);
    const automations = (await find()).map((each) => testAutomation(each, engagement));
    const { text = null, post = null, story = null, emoji = null, from = null } = flags;
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

/** Flags of another way to test: they would be ignored. */
function refuseBeside(
  flag: string,
  names: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): void {
  const given = names.find((name) => flags[name] !== undefined && flags[name] !== false);
  if (given !== undefined)
    throw createUsageError(`${toFlagName(given)} cannot be used with ${flag}`, 'remove one of them');
}

function refuseWithout(flag: string, needing: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(needing).find((name) => needing[name] !== undefined);
  if (given !== undefined) throw createUsageError(`${toFlagName(given)} needs ${flag}`);
}

/** Details of an event without one: they would be ignored. */
function refuseEventFlags(flags: Readonly<Record<string, unknown>>): void {
  const given = EVENT_DETAILS.find((name) => flags[name] !== undefined);
  if (given !== undefined)
    throw createUsageError(
      `${toFlagName(given)} needs --event`,
      'the events of expectations are in their files',
    );
}

const EVENT_DETAILS = ['text', 'post', 'story', 'emoji', 'from', 'automation', 'expect', 'expectMessage'];
const BESIDE_REPLAY = [
  'event',
  'text',
  'post',
  'story',
  'emoji',
  'from',
  'expect',
  'expectMessage',
  'junit',
  'watch',
];

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

function listTestNotes(
  automations: readonly TestedAutomation[],
  expect?: Expectation['expect'],
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
    ...automations.flatMap(listLongDms),
    ...(texts.some((text) => text.includes(handle)) ? [`use --from to set ${handle}`] : []),
  ];
}

/** With what fills placeholders, a DM may be too long that was not as it is in a file. */
function listLongDms(automation: TestedAutomation): readonly string[] {
  return automation.actions.flatMap(({ path, type, message }) => {
    const tooLong = type === 'send_dm' ? describeLongDm(message ?? '') : null;
    return tooLong === null ? [] : [`warning: "${getDisplayName(automation)}": ${path}.message ${tooLong}`];
  });
}
