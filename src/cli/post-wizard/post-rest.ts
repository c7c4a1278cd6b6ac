import { PLATFORMS } from '../../facts/platforms.ts';
import { OPTIONS_OF, type PostOptionsName } from '../../facts/post-options.ts';
import { isRecord } from '../../rules/loose-record.ts';
import { DEMANDS } from './demands.ts';
import type { PostDraft } from './post-talk.ts';

/** What a preview shows in its own way. */
const SHOWN: ReadonlySet<string> = new Set([
  'post',
  'platforms',
  'mediaUrls',
  'scheduleDate',
  'requiresApproval',
  'firstComment',
]);

/** What else a post says, a line each: `Options of YouTube: visibility: private`. */
export function postRest(draft: PostDraft): readonly string[] {
  return Object.entries(draft).flatMap(([name, value]) => {
    if (SHOWN.has(name) || value === undefined) return [];
    if (!isOptions(name) || !isRecord(value)) return [`${name}: ${inWords(value)}`];
    const members = Object.entries(value).filter(
      ([member]) => !DEMANDS.some((demand) => demand.options === name && demand.member === member),
    );
    if (members.length === 0) return [];
    const words = members.map(([member, each]) => `${member}: ${inWords(each)}`);
    return [`Options of ${PLATFORMS[OPTIONS_OF[name]].name}: ${words.join(', ')}`];
  });
}

function isOptions(name: string): name is PostOptionsName {
  return Object.hasOwn(OPTIONS_OF, name);
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
