import type { LooseRecord } from '../../domain/json/loose-record.ts';
import type { StoredEntry } from '../../service/endpoints/automation.ts';
import { LIMITS } from '../../service/limits.ts';
import { ALL } from '../../service/triggers.ts';
import { joinWithOr } from '../shell/suggest-nearest.ts';
import { flattenEntry } from './automation-forms.ts';
import { formatDedupWindow } from './format-dedup-window.ts';

/** Describes a stored trigger: `a comment with INFO or LINK on any post`. */
export function describeTrigger(entry: StoredEntry): string {
  const flat = flattenEntry(entry);
  switch (entry.type) {
    case 'comment_keyword':
      return `${joinParts('a comment', formatKeywords(flat))} on ${formatTarget(flat['postId'], 'post')}`;
    case 'story_reply':
      return `a reply to ${formatTarget(flat['storyId'] ?? ALL, 'story')}`;
    case 'story_comment':
      return `${joinParts('a comment', formatKeywords(flat))} on ${formatTarget(flat['storyId'] ?? ALL, 'story')}`;
    case 'dm_reaction':
      return flat['emoji'] === undefined ? 'any reaction to a DM' : `the reaction ${flat['emoji']} to a DM`;
    case 'dm_keyword':
      return joinParts('a DM', formatKeywords(flat));
    default:
      return formatUnknown(flat);
  }
}

/** Describes a stored action, with each text on its own line. */
export function describeAction(entry: StoredEntry): string {
  const flat = flattenEntry(entry);
  const often = formatDedupWindow(flat['dedupWindowMinutes']);
  switch (entry.type) {
    case 'send_dm':
      return [`send a DM, ${often}`, ...describeCallback(flat), String(flat['message'] ?? '')].join('\n');
    case 'fire_webhook': {
      const completed =
        flat['sendCompletedEvent'] === true ? ', and an event when the dispatch completes' : '';
      return `fire the webhook, ${often}${completed}`;
    }
    case 'send_email': {
      const subject = flat['subject'] === undefined ? [] : [`subject: ${flat['subject']}`];
      return [`send an email to ${flat['to']}, ${often}`, ...subject, String(flat['message'] ?? '')].join(
        '\n',
      );
    }
    default:
      return formatUnknown(flat);
  }
}

function formatKeywords({ keywords }: LooseRecord): string {
  return Array.isArray(keywords) && keywords.length > 0 ? `with ${joinWithOr(keywords.map(String))}` : '';
}

function joinParts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function formatTarget(id: unknown, kind: 'post' | 'story'): string {
  return id === ALL ? `any ${kind}` : `the ${kind} ${id}`;
}

function describeCallback({ messageUrl, timeoutMs }: LooseRecord): readonly string[] {
  if (messageUrl === undefined) return [];
  const wait = timeoutMs ?? LIMITS.callbackTimeoutMs.default;
  return [`requests the text from ${messageUrl}; fallback after ${wait} ms:`];
}

/** For types that crier does not know. */
function formatUnknown(flat: LooseRecord): string {
  return JSON.stringify(flat);
}
