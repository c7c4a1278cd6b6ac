import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { swapFile, writeBeside } from '../../../src/storage/swap-file.ts';
import { quickFolder } from '../../support/quick-folder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = join(quickFolder('swap'), 'kept');
  mkdirSync(folder);
  file = join(folder, 'settings.json');
});

/** After this, nothing in the folder can be removed: its path leads to itself. */
function breakFolder(): void {
  renameSync(folder, `${folder}-away`);
  symlinkSync('kept', folder);
}

describe('a temporary folder that cannot be removed', { tags: ['C5'] }, () => {
  const first = new Error('the first error');

  test('does not hide why a file could not be replaced', () => {
    const write = () => {
      breakFolder();
      throw first;
    };
    expect(() => swapFile(file, write)).toThrow(first);
  });

  test('does not hide why a file could not be written', async () => {
    const write = async () => {
      breakFolder();
      throw first;
    };
    await expect(writeBeside(file, write)).rejects.toBe(first);
  });
});

test('a new file replaces none that another program made meanwhile, and leaves nothing beside it', async () => {
  const write = async (draft: string) => {
    writeFileSync(draft, 'ours');
    writeFileSync(file, 'theirs');
  };
  await expect(writeBeside(file, write, { isNew: true })).rejects.toThrow('exists already');
  expect(readFileSync(file, 'utf8')).toBe('theirs');
  const other = join(folder, 'other.json');
  await writeBeside(other, async (draft) => writeFileSync(draft, 'ours'), { isNew: true });
  expect(readFileSync(other, 'utf8')).toBe('ours');
  expect(readdirSync(folder).toSorted()).toEqual(['other.json', 'settings.json']);
});

test('a name with a NUL character is refused as one', () => {
  expect(() => swapFile(`${file}\0`, () => {})).toThrow('a file name cannot contain a NUL character');
});
