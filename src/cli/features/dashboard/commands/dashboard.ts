import * as z from 'zod';
import { EXIT } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { raceAbort } from '../../../framework/output/printing/show-stream.ts';
import { readPageFiles } from '../page-files.ts';
import { listReceiverTargets, RECEIVER_FLAGS } from '../page-receiver.ts';
import { createPageSessions } from '../page-session.ts';
import { createPageRunner } from '../run-for-page.ts';
import { answerPage } from '../serve-page.ts';

const HIGHEST_PORT = 65_535;
const BODY_BYTES = 1024 * 1024;

export default defineCommand({
  summary: 'Look at an account in the browser',
  description: `
Serves a page on this machine, for the context or the sandbox that is chosen, and prints a link to it: who waits for an
answer, what goes out next, what failed and which accounts have to be linked again; the inbox, to answer comments; and the
calendar of posts. The key stays in this process: the page only says what is to be run, and a change shows its plan first.

It also shows the webhooks: what was delivered, and what "hooks listen" received, in the inbox of --store. The page forwards a
delivery again to where it went before, or to --forward; changed copies are signed with the secret of --secret-file,
CRIER_WEBHOOK_SECRET or the context.

The link works once, for 15 minutes; after it was used, the next one is printed. It runs until Ctrl-C.`,
  examples: [
    'dashboard --open',
    'dashboard --read-only --port 4020',
    'dashboard --forward http://127.0.0.1:3000/hooks',
  ],
  changes: true,
  flags: [REMOTE],
  input: z.object({
    port: defineFlag(
      z.int().min(0).max(HIGHEST_PORT).default(0).describe('port to listen on; 0 picks a free one'),
      { placeholder: 'n' },
    ),
    open: defineSwitch('open the page in the browser'),
    readOnly: defineSwitch('change nothing'),
    ...RECEIVER_FLAGS,
  }),
  output: z.object({
    link: z.string().describe('the page, with a token that can be used once'),
    context: z.string(),
    readOnly: z.boolean(),
  }),
  async run({ port, open, readOnly, ...receiver }, context) {
    const { io } = context;
    const sessions = createPageSessions(io.clock.now);
    const forwardsTo = listReceiverTargets(receiver);
    const account = await readAccount(context);
    const { profiles, isSandbox } = account;
    const runs = { profiles, isSandbox, isReadOnly: readOnly, receiver };
    const readState = async () => ({
      ...account,
      isReadOnly: readOnly,
      forwardsTo,
      timeZone: io.timeZone,
      aheadMs: (await readServiceTime(() => context.service.client(), context)) - io.now(),
    });
    const parts = {
      sessions,
      files: readPageFiles(),
      calls: { state: readState, run: createPageRunner(runs, context) },
      onOpened: () => void io.note(`the page is open; for another tab: ${buildLink()}`),
    };
    const listener = await io.listen({
      port,
      bodyBytes: BODY_BYTES,
      answer: (request) => answerPage(request, { ...parts, port: listener.port }),
    });
    const buildLink = () => `http://127.0.0.1:${listener.port}/#token=${sessions.createLinkToken()}`;
    const link = buildLink();
    if (open && !(await io.openPage(link))) await io.note('no browser was opened: open the link');
    return {
      view: {
        kind: 'record',
        document: { link, context: account.context, readOnly },
        lines: [
          { name: 'link', title: 'link', value: link },
          { name: 'context', title: 'context', value: account.context },
        ],
      },
      notes: ['press Ctrl-C to stop'],
      async keepRunning(signal) {
        await raceAbort(listener.closed, signal);
        return EXIT.ok.code;
      },
    };
  },
});

/** Whose account the page shows. */
async function readAccount({ service }: CommandContext) {
  const { choice } = await service.choose();
  if (choice.kind === 'sandbox')
    return { context: 'sandbox', isSandbox: true, profiles: await listProfiles(service) };
  const context = choice.context ?? choice.target.baseUrl.host;
  return { context, isSandbox: false, profiles: choice.context === null ? [] : await listProfiles(service) };
}

async function listProfiles(service: CommandContext['service']): Promise<readonly string[]> {
  const services = await service.allProfiles();
  const choices = await Promise.all(services.map((each) => each.choose()));
  return choices.flatMap(({ choice }) => choice.profile ?? []);
}
