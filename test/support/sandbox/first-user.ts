import { randomBytes } from 'node:crypto';
import { openSandbox, type SandboxCredentials } from '../../../src/sandbox/open-sandbox.ts';

/** What a first user reports of its visit. */
export interface FirstUserSaid {
  readonly credentials: SandboxCredentials;
  /** HTTP status of one read of the demo data; 0 when it did not come so far. */
  readonly status: number;
  readonly error?: string;
}

/** A post of the demo data that is on every network. */
const POST = 'Sp7kQm2XvLr9TzBd4HnW';

async function visit(file: string): Promise<FirstUserSaid> {
  const sandbox = await openSandbox({ file, clock: { now: Date.now }, random: randomBytes });
  const { credentials } = sandbox;
  const { status } = await sandbox.answer({
    method: 'GET',
    url: new URL(`http://sandbox.localhost/comments/${POST}`),
    headers: {
      authorization: `Bearer ${credentials.apiKey}`,
      'x-twitter-oauth1-api-key': credentials.xPair.key,
      'x-twitter-oauth1-api-secret': credentials.xPair.secret,
    },
    body: null,
  });
  sandbox.close();
  return { credentials, status };
}

// A program of its own: reports that it is ready, gets the time, visits then, and reports what it saw.
process.once('message', async (moment: number) => {
  while (Date.now() < moment);
  const said = await visit(process.argv[2] ?? '').catch((error) => ({ status: 0, error: String(error) }));
  process.send?.(said, () => process.disconnect());
});
process.send?.('ready');
