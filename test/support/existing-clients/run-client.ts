import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CLIENT_CALLS, type ReturnedBody } from './client-calls.ts';

/** A line that this program prints for each call. */
export interface CalledClient {
  readonly name: string;
  /** Of a refused request it is the body, too: the clients throw nothing. */
  readonly answer: ReturnedBody;
}

type AnyClient = Readonly<Record<string, ((...values: readonly unknown[]) => unknown) | undefined>>;

const [project = '', packageName = ''] = process.argv.slice(2);
const { CRIER_API_KEY, CRIER_X_API_KEY, CRIER_X_API_SECRET } = process.env;
const load = createRequire(join(project, 'package.json'));
const Client = load(packageName) as new (apiKey?: string) => AnyClient; // what all of them export
const client = new Client(CRIER_API_KEY);
client['setTwitterByo']?.(CRIER_X_API_KEY, CRIER_X_API_SECRET);

const seen = new Map<string, ReturnedBody>();
for (const { name, method, needs = method, input } of CLIENT_CALLS) {
  if (client[method] === undefined || client[needs] === undefined) continue;
  const answer = (await client[method](input?.(seen))) as ReturnedBody; // the service answers with objects
  seen.set(name, answer);
  const said: CalledClient = { name, answer };
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
