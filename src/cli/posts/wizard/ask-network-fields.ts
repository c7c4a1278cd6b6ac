import { getField } from '../../../domain/json/loose-record.ts';
import type { TextQuestion } from '../../prompts/prompts.ts';
import { findFaultsAt } from './draft-faults.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import { NETWORK_FIELDS, type NetworkField } from './network-fields.ts';
import { getPart } from './own-part.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';

/** Asks for fields that networks require or recommend. */
export function askNetworkFields(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return askMissing(draft, wizard, (demand) => demand.isOffered === true || isRefused(draft, demand, wizard));
}

/** Asks only for required fields. */
export function askRequiredFields(draft: PostDraft, wizard: PostWizardContext): Promise<PostDraft> {
  return askMissing(draft, wizard, (demand) => isRefused(draft, demand, wizard));
}

async function askMissing(
  draft: PostDraft,
  wizard: PostWizardContext,
  isAsked: (demand: NetworkField) => boolean,
): Promise<PostDraft> {
  let known = draft;
  for (const demand of NETWORK_FIELDS.filter(({ platform }) =>
    listChosenNetworks(draft, wizard).includes(platform),
  )) {
    const isThere = getAnswer(known, demand) !== '' && !isRefused(known, demand, wizard);
    if (!isThere && isAsked(demand)) known = await askNetworkField(known, wizard, demand);
  }
  return known;
}

/** The current value; empty without one. */
export function getAnswer(draft: PostDraft, { platform, member }: NetworkField): string {
  const value = getField(getPart(draft, platform).options, member);
  return typeof value === 'string' ? value : '';
}

/** Asks for a field, with its current value as the suggestion. */
export async function askNetworkField(
  draft: PostDraft,
  wizard: PostWizardContext,
  demand: NetworkField,
): Promise<PostDraft> {
  const { message, example, read = (answer) => answer } = demand;
  const answer = await wizard.prompts.text({
    message,
    ...(example !== undefined && { example }),
    ...suggestAnswer(draft, wizard, demand),
    check: (typed) => findFault(applyAnswer(draft, demand, read(typed)), demand, wizard),
  });
  return applyAnswer(draft, demand, read(answer));
}

function suggestAnswer(
  draft: PostDraft,
  wizard: PostWizardContext,
  demand: NetworkField,
): Pick<TextQuestion, 'suggestion'> {
  const [line = ''] = getPart(draft, demand.platform).text.trim().split('\n', 1);
  const candidates = [getAnswer(draft, demand), demand.isLikeText === true ? line.trim() : ''];
  const suggestion = candidates.find(
    (each) => each !== '' && findFault(applyAnswer(draft, demand, each), demand, wizard) === null,
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

function isRefused(draft: PostDraft, demand: NetworkField, wizard: PostWizardContext): boolean {
  return findFault(draft, demand, wizard) !== null;
}

function findFault(
  draft: PostDraft,
  { options, member }: NetworkField,
  wizard: PostWizardContext,
): string | null {
  return findFaultsAt(draft, `${options}.${member}`, wizard)[0]?.message ?? null;
}
