import * as z from 'zod';
import { EXIT } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { raceAbort } from '../../../framework/output/printing/show-stream.ts';
import { RECEIVER_FLAGS } from '../page-receiver.ts';
import { startDashboard } from '../start-dashboard.ts';

const HIGHEST_PORT = 65_535;

/** Where a reverse proxy serves the page: its path ends with a slash, so that the addresses in the page are below it. */
const PublicUrl = z.string().transform((text, context): URL => {
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && !/[?#]/.test(text);
  if (isPlain) return new URL(`${url.origin}${url.pathname.replace(/\/*$/, '/')}`);
  context.addIssue({ code: 'custom', message: 'must be an address such as https://tools.example/crier/' });
  return z.NEVER;
});

export default defineCommand({
  summary: 'Look at an account in the browser',
  description: `
Serves a page on this machine, for the context or the sandbox that is chosen, and prints a link to it: who waits for an
answer, what goes out next, what failed and which accounts have to be linked again; the inbox, to answer comments; and the
calendar of posts. The key stays in this process: the page only says what is to be run, and a change shows its plan first.

It also shows the webhooks: what was delivered, and what "hooks listen" received, in the inbox of --store. The page forwards a
delivery again to where it went before, or to --forward; changed copies are signed with the secret of --secret-file,
CRIER_WEBHOOK_SECRET or the context.

Images of posts and messages are read by this process when they come into view, from public addresses only; with --no-images
they are links.

The link works once, for 15 minutes; after it was used, the next one is printed. It runs until Ctrl-C.

It listens on 127.0.0.1 only. A reverse proxy on this machine may lead there: --public-url is the address that browsers
open, also with a path, such as https://tools.example/crier/. Other pages of that host can use the session of this one.`,
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
    publicUrl: defineFlag(
      PublicUrl.optional().describe('where a reverse proxy on this machine serves the page'),
      { placeholder: 'url' },
    ),
    readOnly: defineSwitch('change nothing'),
    noImages: defineSwitch('read no images from their hosts: show links to them'),
    ...RECEIVER_FLAGS,
  }),
  output: z.object({
    link: z.string().describe('the page, with a token that can be used once'),
    context: z.string(),
    readOnly: z.boolean(),
  }),
  async run({ port, open, publicUrl, readOnly, noImages, ...receiver }, context) {
    const options = {
      ...{ port, isOpened: open, publicUrl, isReadOnly: readOnly, receiver },
      showsImages: !noImages,
    };
    const { link, context: name, closed } = await startDashboard(options, context);
    return {
      view: {
        kind: 'record',
        document: { link, context: name, readOnly },
        lines: [
          { name: 'link', title: 'link', value: link },
          { name: 'context', title: 'context', value: name },
        ],
      },
      notes: ['press Ctrl-C to stop'],
      async keepRunning(signal) {
        await raceAbort(closed, signal);
        return EXIT.ok.code;
      },
    };
  },
});
