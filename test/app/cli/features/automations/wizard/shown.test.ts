import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { crier, openTestSandbox } from '../../../../../support/crier.ts';
import { type PromptScript, scriptedPrompts } from '../../../../../support/terminal/scripted-prompts.ts';
import { shellWordsOf } from '../../../../../support/terminal/typed-words.ts';
import {
  CONFIRM_CREATION,
  createWizardRunner,
  TERMINAL_USER,
} from '../../../../../support/terminal/wizard-runner.ts';

const { runWizard, takeCreated, openShared } = createWizardRunner();

const MESSAGE = 'Hi {{recipient_username}}, {{comment_text}}!';

describe('what is shown', () => {
  const script: readonly PromptScript[] = ['Which post → Every post', CONFIRM_CREATION];
  const words = ['--on', 'comment', '--keyword', 'GO', '--name', 'Shown', '--dm', MESSAGE];

  test('how many of the cap are used, the message as a follower gets it, and that it goes live', async () => {
    const run = await runWizard(words, script);
    expect(run.stderr).toContain('2 of at most 10');
    expect(run.stderr).toContain('│ Hi a.follower, GO please! │');
    expect(run.stderr).toContain('goes live as soon as it is created');
    expect(run.stderr).toMatch(/When {2}a comment with GO on any post/);
    await takeCreated(run);
  });

  test('a full cap is named before anything is asked', { tags: ['AUT-15'] }, async () => {
    const full = await openTestSandbox();
    const around = { sandbox: { ...full, close: () => {} } };
    for (let count = 2; count < 10; count += 1) {
      await crier(`automations create --sandbox --on reaction --dm Hi --name ${count}`, around);
    }
    const { open, said } = scriptedPrompts([]);
    const { stderr, exitCode } = await crier('automations create --sandbox', {
      ...around,
      ...TERMINAL_USER,
      prompts: open,
    });
    const request = scriptedPrompts([]);
    await crier('automations create --sandbox --dry-run', {
      ...around,
      ...TERMINAL_USER,
      prompts: request.open,
    });
    full.close();
    expect(request.said).toEqual(['? What should it do?']); // nothing is created, and so nothing is refused
    expect(exitCode).toBe(7);
    expect(stderr).toMatch(/already has 10 active automations.*470.*auto_K7pW2mXq9L Brew guide/s);
    expect(stderr).toContain('crier automations pause <id>');
    expect(said).toEqual([]);
  });

  test('a placeholder that these events never fill is warned of, and not offered', async () => {
    const run = await runWizard(
      ['--on', 'story-reply', '--name', 'Empty'],
      [
        'do then → Send a DM',
        'What does the DM say? → Hi {{recipient_username}}',
        'Do anything → No',
        CONFIRM_CREATION,
      ],
    );
    const offered = /Placeholders, filled in for each person:.*?trigger_type/s.exec(run.stderr)?.[0] ?? '';
    expect(offered).toContain('{{comment_text}}');
    expect(offered).not.toContain('{{recipient_username}}');
    expect(run.stderr).toContain('Note: ');
    await takeCreated(run);
  });

  test.each([
    [[], 'For @kestrellane.coffee, the Primary Profile of the sandbox.'],
    [['-p', 'harbour'], 'For @kestrellane.harbour, the profile "harbour" of the sandbox.'],
  ])('for whom it is: %j', async (profile, sentence) => {
    const { stderr } = await runWizard(profile, []);
    expect(stderr.replaceAll('\n', ' ')).toContain(sentence);
  });

  test('a post by what it says, its id behind', async () => {
    const run = await runWizard(words, [['Which post', 'Swan or dove?'], CONFIRM_CREATION]);
    expect(run.stderr).toMatch(/on the post "Swan or dove\? .*…", \d+m\s+ago\n {10}id 18104695296883560\n/);
    await takeCreated(run);
  });

  test.each([
    ['that is live', 'GUIDE', /the keyword GUIDE is answered by "Brew guide on request", too/],
    ['of its own', 'GO', /the keyword go is equivalent to the keyword "GO"/],
  ])('a keyword that loses to one %s, without a place in JSON', async (_what, keyword, note) => {
    const answered = `--on comment --keyword ${keyword} --keyword go --dm Hi --name Loses`.split(' ');
    const run = await runWizard(answered, script);
    const text = run.stderr.replaceAll(/\s+/g, ' ');
    expect(text).toMatch(note);
    expect(text).not.toContain('keywords[');
    await takeCreated(run);
  });

  test('live automations that cannot be read do not prevent creating', async () => {
    const own = await openTestSandbox();
    const around = { sandbox: { ...own, close: () => {} } };
    await crier('sandbox fault add --code 469 --endpoint getAutomation', around);
    const { open } = scriptedPrompts(script);
    const line = ['automations', 'create', '--sandbox', ...words];
    const { exitCode, stderr } = await crier(line, { ...around, ...TERMINAL_USER, prompts: open });
    own.close();
    expect(exitCode).toBe(0);
    expect(stderr).toContain('cannot compare with live automations: ');
  });

  test('the result is last, and the file before it with what saves it', async () => {
    const { screen, stderr } = await runWizard(words, script);
    expect(screen).toMatch(
      /crier automations get (auto_\w+) --sandbox --as yaml > shown\.yaml\n\nplatform: .*\nid +\1\n/s,
    );
    await takeCreated({ stdout: screen.slice(screen.lastIndexOf('\nid ')), stderr });
  });

  test('the printed command and the printed file create the same again', async () => {
    const first = await runWizard([...words, '--description', "it's for all"], script);
    const made = await takeCreated(first);
    const [command = ''] = /^crier automations create .*$/m.exec(first.stderr) ?? [];
    const again = await crier(shellWordsOf(command).slice(1), { sandbox: openShared() });
    expect(await takeCreated(again)).toEqual(made);
    const [, yaml = ''] = /\.yaml\n\n(.*?)\n\n/s.exec(first.stderr) ?? [];
    expect(parse(yaml)).toEqual(made);
    const line = ['automations', 'create', '--sandbox', '-f', '-'];
    const ofFile = await crier(line, { sandbox: openShared(), stdin: yaml });
    expect(await takeCreated(ofFile)).toEqual(made);
  });

  test.each([
    [['--profile', 'harbour'], /create --sandbox --profile harbour --name Shown /],
    [[], /create --sandbox --name Shown /],
  ])('the printed command is for the same profile: %j', async (profile, recorded) => {
    const run = await runWizard([...words, ...profile], script);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toMatch(recorded);
    if (profile.length === 0) await takeCreated(run);
  });

  test('a command that a terminal would not show unchanged is not printed; the file is', {
    tags: ['C1'],
  }, async () => {
    const run = await runWizard(
      ['--on', 'comment', '--keyword', 'GO', '--dm', 'Hi', '--name', 'a\u202eb'],
      script,
    );
    expect(run.stderr).not.toMatch(/^crier automations create /m);
    expect(run.stderr).toContain('To save it as a file');
    expect(run.stderr).not.toContain('\u202e');
    await takeCreated(run);
  });
});

describe('what comes of it', () => {
  const words = ['--on', 'comment', '--keyword', 'GO', '--name', 'Told', '--dm', 'Hi'];

  test('with --json, stdout has only the document', async () => {
    const run = await runWizard([...words, '--json'], [['Which post', 'Every post'], CONFIRM_CREATION]);
    expect(run.json).toMatchObject({ id: expect.stringMatching(/^auto_/) });
    await takeCreated(run);
  });

  test('when the service refuses it after all, the answers are not lost', async () => {
    const own = await openTestSandbox();
    const around = { sandbox: { ...own, close: () => {} } };
    await crier('sandbox fault add --code 470 --endpoint createAutomation', around);
    const { open } = scriptedPrompts([['Which post', 'Every post'], CONFIRM_CREATION]);
    const line = ['automations', 'create', '--sandbox', ...words];
    const { exitCode, stderr } = await crier(line, { ...around, ...TERMINAL_USER, prompts: open });
    own.close();
    expect(exitCode).toBe(7);
    expect(stderr).toMatch(/As a file.*^crier automations create --sandbox --name Told .*crier: /ms);
  });
});
