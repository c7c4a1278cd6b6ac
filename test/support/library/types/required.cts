// CommonJS can require what is published. Compiled, and run, by test/slow/library.
import library = require('crier-cli');
import receiver = require('crier-cli/receiver');
import memory = require('crier-cli/receiver/memory');
import sandboxes = require('crier-cli/sandbox');

const { receive } = receiver.createReceiver({ secrets: 'one', claims: memory.createMemoryClaims() });
receive('{}', {}).then(({ status }) => {
  status satisfies number;
});
// @ts-expect-error not exported
receiver.toBytes;

sandboxes.startSandbox({ data: 'empty' }).then(async (sandbox) => {
  const client: library.ServiceClient = sandbox.createClient();
  await client.getUser().finally(sandbox.close);
});
