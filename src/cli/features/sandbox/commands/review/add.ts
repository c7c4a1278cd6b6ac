import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { PLATFORMS } from '../../../../../service/platforms.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import {
  CREATED,
  defineProfileFlag,
  formatCreated,
  listRefreshNotes,
  readSandboxTime,
  resolveProfile,
} from '../../account-input.ts';
import { defineSandboxChange } from '../../define-sandbox-change.ts';

const { platform, rating, from, text, id } = CONTROL.addReview.input.shape;

export default defineSandboxChange({
  summary: 'Add a review as a customer writes it on its network',
  description: `
The service lists it after its next refresh of the account, which the answer names. Facebook knows no stars: people
recommend a page (positive) or do not (negative).`,
  examples: [
    'sandbox review add --platform gmb --rating 5 --from "Mara Lind" --text "Best flat white in town."',
    'sandbox review add --platform facebook --rating negative --from "Tom Vale" --text "It was closed." --created 2h --json',
  ],
  input: z.object({
    platform: defineFlag(platform, { placeholder: 'network' }),
    rating,
    from: defineFlag(from, { placeholder: 'name' }),
    text: defineFlag(text, { placeholder: 'text' }),
    id: defineFlag(id, { placeholder: 'id' }),
    created: CREATED,
    profile: defineProfileFlag('alias of the profile whose account is reviewed'),
  }),
  output: CONTROL.addReview.answer,
  call: 'addReview',
  lookUp: readSandboxTime,
  request: ({ created, profile, ...input }, now, { io }) => ({
    ...input,
    profile: resolveProfile(profile),
    at: formatCreated(created, now, io),
  }),
  key: 'review',
  lines: ({ review }) => [
    { name: 'id', title: 'id', value: review.id },
    { name: 'platform', title: 'network', value: review.platform, shown: PLATFORMS[review.platform].name },
    { name: 'profile', title: 'profile', value: review.profile },
    { name: 'rating', title: 'rating', value: review.rating },
    { name: 'reviewer', title: 'reviewer', value: review.reviewer },
    { name: 'text', title: 'review', value: review.text },
    { name: 'created', title: 'created', value: review.created, role: 'time' },
  ],
  notes: ({ review: { platform, listedFrom } }, now) =>
    listRefreshNotes(crier`reviews list ${platform}`, listedFrom, now),
});
