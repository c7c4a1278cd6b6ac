import type { Client } from '../../../../client/client.ts';
import { describeAction, describeTrigger } from '../../../../domain/automations/describe-automation.ts';
import { fillTemplate } from '../../../../domain/automations/fill-template.ts';
import { flattenAutomation } from '../../../../domain/automations/flatten-automation.ts';
import type { Warning } from '../../../../domain/automations/keyword-warnings.ts';
import { CrierError } from '../../../../errors.ts';
import type { Action } from '../../../../service/actions.ts';
import {
  type AutomationSummary,
  getAutomation,
  type NewAutomation,
} from '../../../../service/endpoints/automations.ts';
import { ALL, type Trigger } from '../../../../service/triggers.ts';
import type { PromptDrawing, PromptLook } from '../../../../world.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { mapInOrder } from '../../../framework/many/run-each.ts';
import { sanitizeText } from '../../../framework/output/text/sanitize-text.ts';
import { wrap } from '../../../framework/output/text/wrap.ts';
import { drawFramedText, drawParagraph, INDENT } from '../../../framework/terminal/wizard/drawings.ts';
import { findLosingKeywords } from '../find-losing-keywords.ts';
import { sampleValues } from './ask-action.ts';
import { formatPostAge, formatPostText } from './ask-trigger.ts';
import type { TargetKind, WizardContext } from './wizard-context.ts';

/**
 * Draws the whole automation, with warnings for its author and what will happen to it.
 *
 * @param around `now` in milliseconds since 1970
 */
export function drawAutomation(
  automation: NewAutomation,
  around: { posts: KnownPosts; notes: readonly string[]; outcome: string; now: number },
): PromptDrawing {
  const { name, description, triggers, actions } = automation;
  return (look) => [
    '',
    ...drawParagraph(name ?? '', look, 'strong'),
    ...(description === undefined ? [] : drawParagraph(description, look, 'dim')),
    '',
    ...labelTexts(
      'When',
      triggers.flatMap((trigger) => listTriggerTexts(trigger, around.posts)),
      look,
    ),
    ...labelTexts('Then', actions.flatMap(listActionTexts), look),
    ...actions.flatMap((action) =>
      action.type === 'send_dm' ? drawMessagePreview(action.message, triggers[0], around.now)(look) : [''],
    ),
    ...around.notes.flatMap((note) => drawParagraph(`Note: ${note}`, look, 'warn')),
    ...drawParagraph(around.outcome, look, 'text'),
    '',
  ];
}

interface LabelledText {
  text: string;
  indent?: string;
  isDim?: boolean;
}

/** Describes a post or story by its text and age, followed by its id. */
function listTriggerTexts(trigger: Trigger, posts: KnownPosts): readonly LabelledText[] {
  const id = findTarget(trigger)?.id;
  const known = id === undefined ? undefined : posts.get(id);
  if (id === undefined || known === undefined) return [{ text: describeTrigger(trigger) }];
  const text = describeTrigger({
    ...trigger,
    ...('postId' in trigger ? { postId: known } : { storyId: known }),
  });
  return [{ text }, { text: `id ${id}`, indent: INDENT, isDim: true }];
}

/** Describes an action, without the text of a DM, which is shown as a preview. */
function listActionTexts(action: Action): readonly LabelledText[] {
  const [first = '', ...more] = describeAction(
    action.type === 'send_dm' ? { ...action, message: '' } : action,
  )
    .trimEnd()
    .split('\n');
  return [{ text: first }, ...more.map((text) => ({ text, indent: INDENT }))];
}

const LABEL_WIDTH = 6;

function labelTexts(
  label: string,
  texts: readonly LabelledText[],
  { width, palette }: PromptLook,
): readonly string[] {
  const lines = texts.flatMap(({ text, indent = '', isDim = false }) => {
    const paint = isDim ? palette.dim : palette.text;
    const space = width - INDENT.length - LABEL_WIDTH - INDENT.length;
    const [first = '', ...more] = wrap(sanitizeText(text.trim()), space);
    return [indent + first, ...more.map((line) => `${indent}${INDENT}${line}`)].map((line) => paint(line));
  });
  return lines.map((line, at) => INDENT + palette.dim((at === 0 ? label : '').padEnd(LABEL_WIDTH)) + line);
}

/** Draws a message as a follower would get it, with placeholders filled in from a sample. */
function drawMessagePreview(text: string, trigger: Trigger | undefined, now: number): PromptDrawing {
  const filled = trigger === undefined ? text : fillTemplate(text, sampleValues(trigger, now));
  return (look) => ['', look.palette.dim(`${INDENT}Preview:`), ...drawFramedText(filled, look), ''];
}

/** The single post or story that a trigger listens to; null when it listens to all, or to none. */
function findTarget(trigger: Trigger): { place: TargetKind; id: string } | null {
  const [place, id] =
    'postId' in trigger
      ? (['post', trigger.postId] as const)
      : (['story', 'storyId' in trigger ? trigger.storyId : undefined] as const);
  return id === undefined || id === ALL ? null : { place, id };
}

/** Descriptions of posts and stories by id: `"Swan or dove?…", 2d ago`. */
type KnownPosts = ReadonlyMap<string, string>;

const SHOWN_CELLS = 32;

export async function readKnownPosts(
  { triggers }: NewAutomation,
  { findPosts, now }: WizardContext,
): Promise<KnownPosts> {
  const known = new Map<string, string>();
  for (const target of triggers.map(findTarget)) {
    if (target === null) continue;
    const post = (await findPosts(target.place)).find(({ id }) => id === target.id);
    if (post === undefined) continue;
    const age = formatPostAge(post, now());
    known.set(target.id, `"${formatPostText(post, SHOWN_CELLS)}"${age && `, ${age}`}`);
  }
  return known;
}

type LiveRule = Parameters<typeof findLosingKeywords>[0][number];

const AT_ONCE = 4;

/** Finds keywords of an automation to which a live one already replies. */
export type FindConflicts = (automation: NewAutomation) => Promise<readonly Warning[]>;

/** Reads the live automations once, and only if the new one could conflict with them. */
export function createConflictFinder(
  active: readonly AutomationSummary[],
  service: { client: Client; io: IoPort },
): FindConflicts {
  let reading: Promise<readonly LiveRule[]> | undefined;
  return async (automation) => {
    if (!isCommentReply(automation)) return [];
    reading ??= readLiveRules(active, service);
    const live = await reading;
    const rules = findLosingKeywords([...live, { name: automation.name ?? '', flat: automation }]);
    return rules.filter(({ index }) => index === live.length);
  };
}

function isCommentReply({ triggers, actions }: NewAutomation): boolean {
  return (
    triggers.some(({ type }) => type === 'comment_keyword') && actions.some(({ type }) => type === 'send_dm')
  );
}

/** Errors are only noted, and do not stop the wizard. */
async function readLiveRules(
  active: readonly AutomationSummary[],
  { client, io }: Parameters<typeof createConflictFinder>[1],
): Promise<readonly LiveRule[]> {
  const rules: LiveRule[] = [];
  try {
    const read = ({ id }: AutomationSummary) => client.call(getAutomation, { params: { id } });
    for await (const { body } of mapInOrder(active, AT_ONCE, read)) {
      rules.push({ name: body.name ?? body.id, flat: flattenAutomation(body) });
      io.progress(`${rules.length} of ${active.length} active automations read`);
    }
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    await io.note(`cannot compare with live automations: ${error.message}`);
  } finally {
    io.progress(null);
  }
  return rules;
}
