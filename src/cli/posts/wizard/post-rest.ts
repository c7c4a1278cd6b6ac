import { isRecord } from '../../../domain/json/loose-record.ts';
import { PLATFORMS } from '../../../service/platforms.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../../../service/post-options.ts';
import { NETWORK_FIELDS } from './network-fields.ts';
import type { PostDraft } from './post-draft.ts';

/** Fields that the preview shows separately. */
const SHOWN: ReadonlySet<string> = new Set([
  'post',
  'platforms',
  'mediaUrls',
  'scheduleDate',
  'requiresApproval',
  'firstComment',
]);

/** Lists the other fields, one per line: `Options of YouTube: visibility: private`. */
export function listPostRest(draft: PostDraft): readonly string[] {
  return Object.entries(draft).flatMap(([name, value]) => {
    if (SHOWN.has(name) || value === undefined) return [];
    if (!isOptions(name) || !isRecord(value)) return [`${name}: ${formatValue(value)}`];
    const members = Object.entries(value).filter(
      ([member]) => !NETWORK_FIELDS.some((demand) => demand.options === name && demand.member === member),
    );
    if (members.length === 0) return [];
    const words = members.map(([member, each]) => `${member}: ${formatValue(each)}`);
    return [`Options of ${PLATFORMS[OPTIONS_PLATFORM[name]].name}: ${words.join(', ')}`];
  });
}

function isOptions(name: string): name is PostOptionsName {
  return Object.hasOwn(OPTIONS_PLATFORM, name);
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
