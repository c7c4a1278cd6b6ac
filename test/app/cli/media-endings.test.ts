import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crier } from '../../support/crier.ts';
import { inFolder } from '../../support/in-folder.ts';
import { clipBytes, heicBytes, jpegBytes, webpBytes } from '../../support/sandbox/media-bytes.ts';

const check = (name: string, bytes: Uint8Array) =>
  inFolder({}, (folder) => {
    writeFileSync(join(folder, name), bytes);
    return crier(`posts check --platform instagram --text Hi --media ${name} --json`, { folder });
  });

test.each([
  ['a HEIC that is named as a JPEG', 'a.jpg', heicBytes(), 'a.jpg is image/heic by its bytes'],
  ['a WebP that is named as a PNG', 'a.png', webpBytes(), 'a.png is image/webp by its bytes'],
  ['a video that is named as a JPEG', 'a.jpeg', clipBytes(), 'a.jpeg is video/mp4 by its bytes'],
])('%s: a warning', async (_situation, name, bytes, said) => {
  const { exitCode, json } = await check(name, bytes);
  expect({ exitCode, json }).toMatchObject({
    exitCode: 0,
    json: { warnings: 1, problems: [{ effect: 'warning', message: expect.stringContaining(said) }] },
  });
});

test.each([
  ['a JPEG', 'a.JPG', jpegBytes()],
  ['QuickTime that is named as an mp4', 'a.mp4', clipBytes({ brand: 'qt  ' })],
  ['a HEIC', 'a.heic', heicBytes()],
])('%s: no warning', async (_situation, name, bytes) => {
  expect((await check(name, bytes)).json).toMatchObject({ warnings: 0 });
});
