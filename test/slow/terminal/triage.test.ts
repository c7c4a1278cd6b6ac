import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { CTRL_C, shellInTerminal } from '../../support/terminal/pty.ts';
import { showOn } from '../../support/terminal/terminal.ts';

const CTRL_D = '\u0004';

let home: string;
let env: Readonly<Record<string, string>>;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-triage-pty-'));
  env = { PATH: process.env.PATH ?? '', HOME: home, ...SHARED_CACHE, LANG: 'C.UTF-8' };
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

let runs = 0;

/** Runs the inbox in a shell, and looks at the terminal before and after. */
function startInbox(columns = 80) {
  runs += 1;
  const [before, after] = ['before', 'after'].map((name) => join(home, `${name}-${runs}`));
  const program = shellInTerminal(
    `trap : INT; echo "first line"; stty -a > ${before}; $CRIER comments inbox --since 1h --sandbox; echo "ended with $?"; stty -a > ${after}`,
    { columns, env },
  );
  return {
    program,
    async endsWith(code: number) {
      await program.seen(/ended with \d+/);
      await program.ended;
      const [one, other] = [before, after].map((file) =>
        readFileSync(file ?? '', 'utf8').replace(/columns \d+/, ''),
      );
      expect(other).toBe(one);
      const { lines, harm } = await showOn(program.output, columns);
      expect(lines[0]).toBe('first line');
      expect(lines).toContain(`ended with ${code}`);
      expect(lines.join('\n')).not.toContain('q quit');
      expect(harm.filter((what) => !/^CSI (\?[hl]|[HJK])$/.test(what))).toEqual([
        'another screen',
        'another screen',
      ]);
      expect(program.output.lastIndexOf('\u001b[?25h')).toBeGreaterThan(
        program.output.lastIndexOf('\u001b[?25l'),
      );
      return lines;
    },
  };
}

describe('the triage of the inbox in a real terminal', () => {
  test.each([80, 40])('on %i columns: q leaves the terminal as it was', async (columns) => {
    const { program, endsWith } = startInbox(columns);
    await program.seen('quit');
    program.type('n');
    await program.seen('2 of');
    program.type('q');
    expect((await endsWith(0)).join(' ')).toMatch(/\d open/);
  });

  test('Ctrl-C leaves it as it was, also while a reply is written', async () => {
    const { program, endsWith } = startInbox();
    await program.seen('quit');
    program.type('r');
    await program.seen('Your reply');
    program.type('Hello');
    await program.seen('Hello');
    program.resize(60);
    program.type(CTRL_C);
    await endsWith(130);
  });

  test('a reply is sent after its preview', async () => {
    const { program, endsWith } = startInbox();
    await program.seen('quit');
    program.type('r');
    await program.seen('Your reply');
    program.type(`Both!${CTRL_D}`);
    await program.seen('Send it?');
    program.type('y');
    await program.seen('sent: the reply');
    program.type('q');
    expect((await endsWith(0)).join('\n')).toContain('1 replied');
  });
});
