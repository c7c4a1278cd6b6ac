import { getField } from '../../rules/loose-record.ts';
import type { TextQuestion } from '../prompts/prompts.ts';
import { chosenNetworks } from './chosen-networks.ts';
import { DEMANDS, type Demand } from './demands.ts';
import { faultsAt } from './draft-faults.ts';
import { partFor } from './own-part.ts';
import type { PostDraft, PostTalk } from './post-talk.ts';

/** Asks for what the networks of a post cannot do without, and for what is worth a question. */
export function askDemands(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  return askMissing(draft, talk, (demand) => demand.isOffered === true || isRefused(draft, demand, talk));
}

/** Asks only for what they cannot do without. */
export function askNeededDemands(draft: PostDraft, talk: PostTalk): Promise<PostDraft> {
  return askMissing(draft, talk, (demand) => isRefused(draft, demand, talk));
}

async function askMissing(
  draft: PostDraft,
  talk: PostTalk,
  isAsked: (demand: Demand) => boolean,
): Promise<PostDraft> {
  let known = draft;
  for (const demand of DEMANDS.filter(({ platform }) => chosenNetworks(draft, talk).includes(platform))) {
    const isThere = answerTo(known, demand) !== '' && !isRefused(known, demand, talk);
    if (!isThere && isAsked(demand)) known = await askDemand(known, talk, demand);
  }
  return known;
}

/** What a draft says to it; empty where it says nothing. */
export function answerTo(draft: PostDraft, { platform, member }: Demand): string {
  const value = getField(partFor(draft, platform).options, member);
  return typeof value === 'string' ? value : '';
}

/** Asks for one thing that a network wants, whatever was said of it before, which is suggested. */
export async function askDemand(draft: PostDraft, talk: PostTalk, demand: Demand): Promise<PostDraft> {
  const { message, example, read = (answer) => answer } = demand;
  const answer = await talk.prompts.text({
    message,
    ...(example !== undefined && { example }),
    ...suggestionFor(draft, talk, demand),
    check: (typed) => faultOf(withAnswer(draft, demand, read(typed)), demand, talk),
  });
  return withAnswer(draft, demand, read(answer));
}

function suggestionFor(draft: PostDraft, talk: PostTalk, demand: Demand): Pick<TextQuestion, 'suggestion'> {
  const [line = ''] = partFor(draft, demand.platform).text.trim().split('\n', 1);
  const candidates = [answerTo(draft, demand), demand.isLikeText === true ? line.trim() : ''];
  const suggestion = candidates.find(
    (each) => each !== '' && faultOf(withAnswer(draft, demand, each), demand, talk) === null,
  );
  return suggestion === undefined ? {} : { suggestion };
}

function withAnswer(draft: PostDraft, { options, member }: Demand, answer: string): PostDraft {
  const { [member]: _before, ...others } = draft[options] ?? {};
  const after = answer === '' ? others : { ...others, [member]: answer };
  if (Object.keys(after).length > 0) return { ...draft, [options]: after };
  const { [options]: _empty, ...rest } = draft;
  return rest;
}

function isRefused(draft: PostDraft, demand: Demand, talk: PostTalk): boolean {
  return faultOf(draft, demand, talk) !== null;
}

function faultOf(draft: PostDraft, { options, member }: Demand, talk: PostTalk): string | null {
  return faultsAt(draft, `${options}.${member}`, talk)[0]?.message ?? null;
}
