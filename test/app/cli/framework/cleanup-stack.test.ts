import { expect, test } from 'vitest';
import { createCleanupStack } from '../../../../src/cli/framework/cleanup-stack.ts';

test('what was opened last is closed first', async () => {
  const closed: string[] = [];
  const endings = createCleanupStack();
  for (const name of ['store', 'server']) endings.add(() => void closed.push(name));
  await endings.closeAll();
  expect(closed).toEqual(['server', 'store']);
});

test('a failure keeps nothing else open, and is not lost', async () => {
  const closed: string[] = [];
  const endings = createCleanupStack();
  endings.add(() => void closed.push('store'));
  endings.add(() => {
    throw new Error('the note cannot be removed');
  });
  await expect(endings.closeAll()).rejects.toThrow('the note cannot be removed');
  expect(closed).toEqual(['store']);
});

test('what comes when the run has ended is closed at once', async () => {
  const closed: string[] = [];
  const endings = createCleanupStack();
  await endings.closeAll();
  endings.add(() => void closed.push('server'));
  await endings.closeAll();
  expect(closed).toEqual(['server']);
});
