import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { crier } from '../../../../support/crier.ts';

const GUIDE = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'guides', 'windows.md');

/** A row: shell, what is typed, the arguments as a JSON list, and a part of the message; none where it is taken. */
const ROW = /^\| (?<shell>[^|]+) \| (?<typed>.+) \| `(?<words>\[".*"\])` \| (?<message>.*?) ?\|$/gm;

const ROWS = [...readFileSync(GUIDE, 'utf8').matchAll(ROW)].map(({ groups = {} }) => ({
  shell: groups['shell'] ?? '',
  typed: groups['typed'] ?? '',
  words: z.array(z.string()).parse(JSON.parse(groups['words'] ?? '')),
  message: groups['message'] ?? '',
}));

describe('the guide for Windows says what crier does with what each shell passes on', () => {
  test('it has rows of every shell', () => {
    const shells = new Set(ROWS.map(({ shell }) => shell));
    expect([...shells]).toEqual(
      expect.arrayContaining(['Git Bash', 'PowerShell 5.1', 'PowerShell 7', 'PowerShell', 'cmd.exe', 'all']),
    );
    expect(ROWS.length).toBeGreaterThan(15);
  });

  test.each(ROWS)('$shell: $typed', async ({ words, message }) => {
    const isRequest = words[0] === 'api' && message === '';
    const ran = await crier(isRequest ? [...words, '--dry-run'] : words, {
      env: { CRIER_CONTEXT: 'sandbox' },
      columns: 1000,
    });
    if (message === '') {
      expect(ran.exitCode, ran.screen).toBe(0);
      expect(ran.screen).not.toContain('warning');
    } else {
      expect(ran.screen.replaceAll('\\\\', '\\').replaceAll(/\s+/g, ' ')).toContain(message);
    }
  });
});
