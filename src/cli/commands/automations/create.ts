import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { createUsageError } from '../../../errors.ts';
import { AutomationCreated, NewAutomation } from '../../../facts/automation.ts';
import { createAutomation, updateAutomation } from '../../../facts/endpoints/automations.ts';
import { createAutomationName } from '../../../rules/create-automation-name.ts';
import type { BodyFault } from '../../../rules/find-body-faults.ts';
import { addAllowPrivateAdvice } from '../../allow-private-advice.ts';
import { filterMissing } from '../../automations/build-missing-error.ts';
import { ENTRIES, FROM_FILE, NAMING, PARTS } from '../../automations/draft-flags.ts';
import { findFaults, listMessageUrls } from '../../automations/find-faults.ts';
import { formatWarnings } from '../../automations/format-warnings.ts';
import { type AutomationInput, readAutomationInput } from '../../automations/read-automation-input.ts';
import { refuseFaults } from '../../automations/refuse-faults.ts';
import { submitAutomation } from '../../automations/submit-automation.ts';
import { defineCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { REMOTE, WRITE } from '../../flags.ts';
import { buildPlannedViews } from '../../planned-view.ts';
import type { Asked, Asking } from '../../wizard/ask-automation.ts';
import type { tellHowAgain } from '../../wizard/tell-how-again.ts';

export default defineCommand({
  summary: 'Make an automation, which is live from that moment on',
  description: `
By flags: --on says what it reacts to, and --dm, --webhook and --email what it does, in this order; --dm may stand
several times. What these cannot say, --trigger and --action can, in words: a type, then name=value, all separated by
commas. The members of a list are separated by |, a value that holds a comma stands in "quotes", @file stands for the text
of a file and @@ for an @, and a whole entry may be JSON. From a file: -f takes YAML or JSON, as "automations get --as
yaml" prints it; --name and --description stand in place of what it says. On a terminal, what is missing is asked for.

Placeholders such as {{recipient_username}} are filled in; "crier automations test" shows how. "crier help
automation-files" lists all triggers, actions and placeholders. What the service would refuse is refused before anything
is sent, all of it at once.`,
  examples: [
    'automations create --name "Brew guide" --on comment --post all --keyword GUIDE --dm "Here it is: https://kestrellane.example/guide"',
    `automations create --trigger 'comment_keyword,postId=all,keywords=INFO|LINK' --action 'send_dm,message="Hi, look here"' --dry-run`,
    'automations create --on story-reply --dm "Thank you!" --paused --json',
  ],
  validationCode: 473,
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    ...NAMING,
    ...PARTS,
    ...ENTRIES,
    ...FROM_FILE,
    paused: z
      .boolean()
      .default(false)
      .describe('pause it at once: a second call, after the one that makes it'),
  }),
  output: AutomationCreated,
  async run({ dryRun, paused, yes, ...input }, context) {
    let opened: Promise<Client> | undefined;
    const service = () => (opened ??= context.client({ writes: !dryRun }));
    const written = await readAutomationInput(input, context.readFile);
    for (const warning of written.warnings) await context.note(warning);
    const faults = await findFaults(written.body, { kind: 'new' }, context);
    const asked = await askForMissing(written, faults, { service, context, paused, yes, dryRun });
    const automation = asked?.automation ?? (await requireAutomation(written, faults, context));
    let id: string | null = null;
    try {
      if (asked?.isWanted === false) throw createLeftError();
      if (dryRun) return { view: buildPlannedViews(planRequests(await service(), automation, paused)) };
      const create = async () => submitAutomation(await service(), { automation, paused }, context);
      const created = await addAllowPrivateAdvice(listMessageUrls(automation), context, create);
      id = created.id;
      return created;
    } finally {
      // also when it is refused: whoever answered all the questions must not have to do it again
      if (asked !== null) await printHowToRepeat({ automation, paused, id }, context);
    }
  },
});

/** What was written, once it is without faults, and with a name. */
async function requireAutomation(
  written: AutomationInput,
  faults: readonly BodyFault[],
  { note }: Pick<CommandContext, 'note'>,
): Promise<NewAutomation> {
  refuseFaults(faults, written);
  const automation = NewAutomation.parse(written.body);
  for (const words of formatWarnings(automation, written.file)) await note(words);
  const { platform, name = createAutomationName(automation.triggers), ...rest } = automation;
  return { platform, name, ...rest };
}

/** What a person answered; null when nothing is missing, or more than that is wrong. */
async function askForMissing(
  { body, draft, file }: AutomationInput,
  faults: readonly BodyFault[],
  asking: Asking,
): Promise<Asked | null> {
  const missing = file === null ? filterMissing(faults, body) : [];
  if (missing.length === 0 || missing.length < faults.length) return null;
  const { askAutomation } = await import('../../wizard/ask-automation.ts');
  return askAutomation(draft, asking);
}

function createLeftError(): Error {
  return createUsageError('nothing was created', 'your answers are in the file above');
}

async function printHowToRepeat(
  made: Parameters<typeof tellHowAgain>[0],
  context: CommandContext,
): Promise<void> {
  const { tellHowAgain } = await import('../../wizard/tell-how-again.ts');
  await tellHowAgain(made, context);
}

/** Stands for the id that the service will give. */
const NEW_ID = '{id}';

function planRequests(service: Client, body: NewAutomation, paused: boolean) {
  const creating = service.plan(createAutomation, { body });
  if (!paused) return [creating];
  const pausing = service.plan(updateAutomation, { params: { id: NEW_ID }, body: { active: false } });
  return [creating, { ...pausing, url: pausing.url.replace(encodeURIComponent(NEW_ID), NEW_ID) }];
}
