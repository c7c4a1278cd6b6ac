import type * as z from 'zod';
import { ACTIONS } from '../../facts/actions.ts';
import { LIMITS } from '../../facts/limits.ts';
import { PLACEHOLDERS } from '../../facts/placeholders.ts';
import { TRIGGERS } from '../../facts/triggers.ts';
import type { Topic } from '../command.ts';
import { describeSchema } from '../describe-schema.ts';
import { formatRows } from '../format-rows.ts';

const TRIGGER_ROWS = Object.entries(TRIGGERS).flatMap(([type, { summary, shape }]) => [
  [type, summary],
  ...listFieldRows(shape),
]);
const ACTION_ROWS = Object.entries(ACTIONS).flatMap(([type, { summary, shape }]) => [
  [type, summary],
  ...listFieldRows(shape),
]);

export const topic: Topic = {
  summary: 'What a file of an automation holds: triggers, actions, placeholders',
  text: (width) => `
A file holds one automation, as YAML or as JSON. "automations create -f" makes it, "automations update -f" changes one to
it, "automations check" looks for what is wrong with it, "automations test" tells what it would do, and "automations get
--as yaml" writes one.

  name: Brew guide
  triggers:
    - type: comment_keyword
      postId: all
      keywords: [GUIDE, RECIPE]
  actions:
    - type: send_dm
      message: "Hi {{recipient_username}}, here it is."

Triggers, of which any one is enough, ${LIMITS.triggers.min} to ${LIMITS.triggers.max}:

${formatRows(TRIGGER_ROWS, width)}

Actions, one after the other, ${LIMITS.actions.min} to ${LIMITS.actions.max}:

${formatRows(ACTION_ROWS, width)}

Every action: dedupWindowMinutes, in how many minutes it happens once for a person; 0 for every time; left out,
${LIMITS.dedupWindowMinutes.default}.

Placeholders, in the message of a DM, and in the subject and message of an email; what an event does not have is filled
in as nothing:

${formatRows(
  Object.entries(PLACEHOLDERS).map(([name, meaning]) => [`{{${name}}}`, meaning]),
  width,
)}

In words, for --trigger and --action of "automations create": the type, then the fields as name=value, all separated by
commas: comment_keyword,postId=all,keywords=GUIDE|RECIPE.
`,
};

/** The fields of a type beside it; what every action has is told once for all. */
function listFieldRows(shape: z.ZodObject): readonly (readonly [string, string])[] {
  return describeSchema(shape)
    .filter(({ key }) => key !== 'type' && key !== 'dedupWindowMinutes')
    .map(({ key, isRequired, description }) => [
      `  ${key}`,
      isRequired ? description : `(optional) ${description}`,
    ]);
}
