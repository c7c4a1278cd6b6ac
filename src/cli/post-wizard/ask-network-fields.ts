import { getField } from '../../rules/loose-record.ts';
import type { TextQuestion } from '../prompts/prompts.ts';
import { findFaultsAt } from './find-draft-faults.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import { NETWORK_FIELDS, type NetworkField } from './network-fields.ts';
import { getPart } from './own-part.ts';
import type { PostDraft, PostWizardContext } from './post-wizard-context.ts';

/** Asks for what the networks of a post cannot do without, and for what is worth a question. */
export function askNetworkFields(draft: PostDraft, talk: PostWizardContext): Promise<PostDraft> {
  return askMissing(draft, talk, (demand) => demand.isOffered === true || isRefused(draft, demand, talk));
}

/** Asks only for what they cannot do without. */
export function askRequiredFields(draft: PostDraft, talk: PostWizardContext): Promise<PostDraft> {
  return askMissing(draft, talk, (demand) => isRefused(draft, demand, talk));
}

async function askMissing(
  draft: PostDraft,
  talk: PostWizardContext,
  isAsked: (demand: NetworkField) => boolean,
): Promise<PostDraft> {
  let known = draft;
  for (const demand of NETWORK_FIELDS.filter(({ platform }) =>
    listChosenNetworks(draft, talk).includes(platform),
  )) {
    const isThere = getAnswer(known, demand) !== '' && !isRefused(known, demand, talk);
    if (!isThere && isAsked(demand)) known = await askNetworkField(known, talk, demand);
  }
  return known;
}

/** What a draft says to it; empty where it says nothing. */
export function getAnswer(draft: PostDraft, { platform, member }: NetworkField): string {
  const value = getField(getPart(draft, platform).options, member);
  return typeof value === 'string' ? value : '';
}

/** Asks for one thing that a network wants, whatever was said of it before, which is suggested. */
export async function askNetworkField(
  draft: PostDraft,
  talk: PostWizardContext,
  demand: NetworkField,
): Promise<PostDraft> {
  const { message, example, read = (answer) => answer } = demand;
  const answer = await talk.prompts.text({
    message,
    ...(example !== undefined && { example }),
    ...suggestAnswer(draft, talk, demand),
    check: (typed) => findFault(applyAnswer(draft, demand, read(typed)), demand, talk),
  });
  return applyAnswer(draft, demand, read(answer));
}

function suggestAnswer(
  draft: PostDraft,
  talk: PostWizardContext,
  demand: NetworkField,
): Pick<TextQuestion, 'suggestion'> {
  const [line = ''] = getPart(draft, demand.platform).text.trim().split('\n', 1);
  const candidates = [getAnswer(draft, demand), demand.isLikeText === true ? line.trim() : ''];
  const suggestion = candidates.find(
    (each) => each !== '' && findFault(applyAnswer(draft, demand, each), demand, talk) === null,
  );
  return suggestion === undefined ? {} : { suggestion };
}

function applyAnswer(draft: PostDraft, { options, member }: NetworkField, answer: string): PostDraft {
  const { [member]: _before, ...others } = draft[options] ?? {};
  const after = answer === '' ? others : { ...others, [member]: answer };
  if (Object.keys(after).length > 0) return { ...draft, [options]: after };
  const { [options]: _empty, ...rest } = draft;
  return rest;
}

function isRefused(draft: PostDraft, demand: NetworkField, talk: PostWizardContext): boolean {
  return findFault(draft, demand, talk) !== null;
}

function findFault(
  draft: PostDraft,
  { options, member }: NetworkField,
  talk: PostWizardContext,
): string | null {
  return findFaultsAt(draft, `${options}.${member}`, talk)[0]?.message ?? null;
}
