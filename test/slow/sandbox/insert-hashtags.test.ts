import { expect, test } from 'vitest';
import { insertHashtags } from '../../../src/sandbox/publish/additions.ts';

test('takes time proportional to the length of the text only', () => {
  for (const text of ['a'.repeat(1_000_000), 'a '.repeat(500_000), ' ('.repeat(500_000)]) {
    const begun = performance.now();
    insertHashtags(text, { max: 2, position: 'auto' });
    expect(performance.now() - begun).toBeLessThan(60_000);
  }
});
