import { readEntries, readKeywords } from '../../../domain/automations/automation-entries.ts';
import type { Warning } from '../../../domain/automations/keyword-warnings.ts';
import { compileKeywords } from '../../../domain/automations/match-keyword.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { ALL } from '../../../service/triggers.ts';

/** A trigger whose comments are answered by DM. */
interface AnsweringTrigger {
  automation: string;
  /** Index in its automation. */
  index: number;
  postId: unknown;
  keywords: readonly string[];
  /** All keywords, joined so that none is found across two of them. */
  text: string;
  find: (text: string) => string | null;
}

/**
 * Finds keywords that lose: a comment can receive only one private reply, so of two automations that answer the same
 * comment by DM, the second is rejected.
 *
 * @param automations in their flat form, with their display names; they may be invalid
 * @returns a warning for each keyword whose comments, all or some, are also answered by an earlier automation, with the
 * index of its automation
 * @see docs/service/errors.md#private-reply-errors, #code-491
 */
export function findLosingKeywords(
  automations: readonly { name: string; flat: unknown }[],
): readonly (Warning & { index: number })[] {
  const answering = automations.map(listAnsweringTriggers);
  return answering.flatMap((triggers, at) => {
    const rivals = answering.slice(0, at).flat();
    return triggers.flatMap((trigger) => {
      const near = rivals.filter((rival) => canSharePost(trigger, rival));
      return trigger.keywords.flatMap((keyword, place) => {
        const path = ['triggers', trigger.index, 'keywords', place];
        const rival = near.find(({ find }) => find(keyword) !== null);
        if (rival !== undefined)
          return [
            { index: at, path, message: `is answered by "${rival.automation}", too: ${ONE_REPLY_MESSAGE}` },
          ];
        const longer = findLongerKeyword(near, keyword);
        if (longer === null) return [];
        const message = `if a comment contains "${longer.keyword}", "${longer.automation}" answers it, too: ${ONE_REPLY_MESSAGE}`;
        return [{ index: at, path, message }];
      });
    });
  });
}

const ONE_REPLY_MESSAGE = 'a comment can receive only one private reply, so the second is rejected (491)';

/** Returns the first keyword of other automations that contains this one as a whole word. */
function findLongerKeyword(rivals: readonly AnsweringTrigger[], keyword: string) {
  const find = compileKeywords([keyword]);
  const rival = rivals.find(({ text }) => find(text) !== null);
  const longer = rival?.keywords.find((each) => find(each) !== null);
  return rival === undefined || longer === undefined
    ? null
    : { automation: rival.automation, keyword: longer };
}

function listAnsweringTriggers({ name, flat }: { name: string; flat: unknown }): readonly AnsweringTrigger[] {
  if (!readEntries(flat, 'actions').some((action) => getField(action, 'type') === 'send_dm')) return [];
  return readEntries(flat, 'triggers').flatMap((trigger, index) => {
    if (getField(trigger, 'type') !== 'comment_keyword') return [];
    // Invalid entries keep their index and never match.
    const keywords = readKeywords(trigger).map((keyword) => keyword ?? '');
    const [text, find] = [keywords.join('\0'), compileKeywords(keywords)];
    return [{ automation: name, index, postId: getField(trigger, 'postId'), keywords, text, find }];
  });
}

function canSharePost(one: AnsweringTrigger, other: AnsweringTrigger): boolean {
  return one.postId === other.postId || one.postId === ALL || other.postId === ALL;
}
