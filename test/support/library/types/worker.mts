// A project without the types of Node.js. Compiled by test/slow/library.
import { createReceiver } from 'crier-cli/receiver';
import { createMemoryClaims } from 'crier-cli/receiver/memory';

const { handleFetch } = createReceiver({ secrets: 'one', claims: createMemoryClaims() });
export default { fetch: handleFetch };
const answer: Response = await handleFetch(new Request('https://hooks.example.com/'));
answer.status satisfies number;
