import { fillTemplate } from '../../../domain/automations/fill-template.ts';
import type { Action } from '../../../service/actions.ts';
import type { NewAutomation } from '../../../service/endpoints/automations.ts';
import type { Trigger } from '../../../service/triggers.ts';
import type { PromptDrawing, PromptLook } from '../../prompts/prompts.ts';
import { sanitizeText } from '../../render/sanitize-text.ts';
import { wrap } from '../../render/wrap.ts';
import { drawFramedText, drawParagraph, INDENT } from '../../wizard/drawings.ts';
import { describeAction, describeTrigger } from '../describe-automation.ts';
import { sampleValues } from './ask-message.ts';
import { findTarget, type KnownPosts } from './lookups.ts';

/** What to show with an automation. */
interface AutomationSurroundings {
  readonly posts: KnownPosts;
  /** Warnings for its author, a sentence each. */
  readonly notes: readonly string[];
  /** What will happen to it. */
  readonly outcome: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Draws the whole automation, with what will happen to it. */
export function drawAutomation(automation: NewAutomation, around: AutomationSurroundings): PromptDrawing {
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
      action.type === 'send_dm'
        ? drawMessagePreview(action.message, { triggers, now: around.now })(look)
        : [''],
    ),
    ...around.notes.flatMap((note) => drawParagraph(`Note: ${note}`, look, 'warn')),
    ...drawParagraph(around.outcome, look, 'text'),
    '',
  ];
}

/** A text next to a label. */
interface LabelledText {
  readonly text: string;
  readonly indent?: string;
  readonly isDim?: boolean;
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

/** Draws lines with a label in front of the first one. */
function labelTexts(
  label: string,
  texts: readonly LabelledText[],
  { width, palette }: PromptLook,
): readonly string[] {
  const lines = texts.flatMap(({ text, indent = '', isDim = false }) => {
    const paint = isDim ? palette.dim : palette.text;
    const room = width - INDENT.length - LABEL_WIDTH - INDENT.length;
    const [first = '', ...more] = wrap(sanitizeText(text.trim()), room);
    return [indent + first, ...more.map((line) => `${indent}${INDENT}${line}`)].map((line) => paint(line));
  });
  return lines.map((line, at) => INDENT + palette.dim((at === 0 ? label : '').padEnd(LABEL_WIDTH)) + line);
}

/** Input of a preview. */
interface PreviewSample {
  /** The first one provides the sample event. */
  readonly triggers: readonly Trigger[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Draws a message as a follower would get it, with placeholders filled in from a sample. */
function drawMessagePreview(text: string, { triggers: [trigger], now }: PreviewSample): PromptDrawing {
  const filled = trigger === undefined ? text : fillTemplate(text, sampleValues(trigger, now));
  return (look) => ['', look.palette.dim(`${INDENT}Preview:`), ...drawFramedText(filled, look), ''];
}
