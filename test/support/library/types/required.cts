// CommonJS can require what is published. Compiled, and run, by test/slow/library.
import receiver = require('crier-cli/receiver');
import memory = require('crier-cli/receiver/memory');

const { receive } = receiver.createReceiver({ secrets: 'one', claims: memory.createMemoryClaims() });
receive('{}', {}).then(({ status }) => {
  status satisfies number;
});
// @ts-expect-error not exported
receiver.toBytes;
