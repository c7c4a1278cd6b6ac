import type * as z from 'zod';
import { ACTIONS, PLACEHOLDERS } from '../../../../service/actions.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { TRIGGERS } from '../../../../service/triggers.ts';
import type { Topic } from '../../../framework/command/command.ts';
import { describeSchema } from '../../../framework/input/flags/describe-schema.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';
import { LIST_KINDS, loadKind } from '../as-code/kinds.ts';
import { ExpectationRecord } from '../expectations/expectation-file.ts';

/** Fields of every trigger or action, which are explained once. */
const IN_EACH = ['type', 'dedupWindowMinutes'];

const TRIGGER_ROWS = Object.entries(TRIGGERS).flatMap(([type, { summary, shape }]) => [
  [type, summary],
  ...listFieldRows(shape, IN_EACH),
]);
const ACTION_ROWS = Object.entries(ACTIONS).flatMap(([type, { summary, shape }]) => [
  [type, summary],
  ...listFieldRows(shape, IN_EACH),
]);

export const topic: Topic = {
  summary: 'Automation files: triggers, actions and placeholders',
  text: async (width) => `
A file contains one automation as YAML or JSON. "automations create -f" and "automations update -f" use it, "automations
check" and "automations test" check and test it, and "automations get --as yaml" prints one.

In place of triggers and actions it may have the names of the flags, such as on, post, keyword, dm and email; trigger and
action are one or a list, as an object or as on the command line. A file names no other file. What
"automations get --json" prints is a file as well: ids and other fields of the automation that exists are not sent, and a
copy of a paused one is paused.

  name: Brew guide
  triggers:
    - type: comment_keyword
      postId: all
      keywords: [GUIDE, RECIPE]
  actions:
    - type: send_dm
      message: "Hi {{recipient_username}}, here it is."

Triggers (${LIMITS.triggers.min} to ${LIMITS.triggers.max}; any of them starts the automation):

${formatRows(TRIGGER_ROWS, width)}

Actions (${LIMITS.actions.min} to ${LIMITS.actions.max}; run in this order):

${formatRows(ACTION_ROWS, width)}

Every action also has dedupWindowMinutes: within this time, the action runs only once for a person; 0 disables it
(default: ${LIMITS.dedupWindowMinutes.default}).

Placeholders work in the message of a DM, and in the subject and message of an email. A value that an event does not have
is replaced with an empty text:

${formatRows(
  Object.entries(PLACEHOLDERS).map(([name, meaning]) => [`{{${name}}}`, meaning]),
  width,
)}

With "paused: true" an automation is created paused; in a folder for "automations apply", "paused" is the state that it is
to have, and without it the state stays. Such a folder may also have these files, each a list of entries:

${formatRows(await listKindRows(), width)}

A file such as guide.test.yaml beside guide.yaml has what "automations test" expects of it, a list of entries:

${formatRows(listFieldRows(ExpectationRecord, []), width)}

  - event: comment
    text: "Send me the GUIDE please"
    expect: fires
  - event: dm
    text: "guided tours?"
    expect: silent

On the command line, --trigger and --action of "automations create" take the type followed by the fields as name=value,
separated by commas: comment_keyword,postId=all,keywords=GUIDE|RECIPE.
`,
};

/** The files of the other kinds, and their fields. */
async function listKindRows(): Promise<readonly (readonly [string, string])[]> {
  const kinds = await Promise.all(LIST_KINDS.map(loadKind));
  return kinds.flatMap(({ name, summary, schema }) => [
    [`${name}.yaml`, summary],
    ...(schema === null ? [] : listFieldRows(schema, [])),
  ]);
}

/** The fields of a shape, and what they are. */
function listFieldRows(
  shape: z.ZodObject,
  omitted: readonly string[],
): readonly (readonly [string, string])[] {
  return describeSchema(shape)
    .filter(({ key }) => !omitted.includes(key))
    .map(({ key, isRequired, description }) => [
      `  ${key}`,
      isRequired ? description : `(optional) ${description}`,
    ]);
}
