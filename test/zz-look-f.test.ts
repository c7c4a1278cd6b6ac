import { test } from 'vitest';
import { crier } from './support/crier.ts';
import { servedCallbacks } from './support/served-callbacks.ts';
import { ASKED } from './support/asked-callback.ts';
test('look', async () => {
  for (const columns of [80, 40]) {
    const e = await servedCallbacks(['--message', 'Hi {{recipientUsername}}, here it is: https://example.com/guide'], { isTerminal: true, columns });
    await e.ask(JSON.stringify(ASKED));
    await e.ask(JSON.stringify({...ASKED, trigger: 'dm_keyword', recipientUsername: null}));
    await fetch(e.url);
    await e.ask('x');
    await new Promise((r) => setTimeout(r, 300)); console.log((await e.end()).screen);
    const f = await servedCallbacks(['--status', '503', '-n', '1'], { isTerminal: true, columns, env: {CRIER_WEBHOOK_SECRET: 'abcabcabcabc'} });
    await f.ask(JSON.stringify(ASKED));
    console.log((await f.ran).screen);
  }
});
