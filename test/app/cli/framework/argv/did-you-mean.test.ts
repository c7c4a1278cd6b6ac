import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { machines } from '../../../../support/machine.ts';

const newMachine = machines();

/** A machine with contexts and profiles, none in use. */
const SAVED = {
  contexts: {
    work: { baseUrl: 'https://api.example.com', apiKey: 'K', profiles: { acme: { profileKey: 'P' } } },
    staging: { baseUrl: 'https://staging.example.com', apiKey: 'K' },
  },
};

describe('a typing error is answered with what was likely meant', () => {
  test.each([
    ['a command', 'coments', 'comments'],
    ['a command of a noun', 'comments gett x', 'get'],
    ['a command three words deep', 'sandbox clock advanse 1h', 'advance'],
    ['a verb without its noun', 'outbox x', 'sandbox outbox'],
    ['the replies to a comment', 'replies 18054973922452013', 'comments replies 18054973922452013'],
    ['a command, for commands', 'commands coments', 'comments'],
    ['a command, for schema', 'schema comments gett', 'get'],
    ['a help topic', 'help exitcodes', 'exit-codes'],
    ['a command, for help', 'help coments', 'comments'],
    ['a command of a noun, for help', 'help comments gett', 'comments get'],
    ['a command before one of its flags', 'coments get x --flat', 'comments'],
    ['a flag', 'comments get x --plattform tiktok', '--platform'],
    ['a flag before the command', '--jsn comments get x', '--json'],
    ['a value', 'comments get x --platform instagramm', 'instagram'],
    ['a value of every command', 'errors list -o jsn', 'json'],
    ['a method', 'api GTE /x', 'GET'],
    ['a shell', 'completion zhs', 'zsh'],
    ['a plan', 'sandbox plan lanch', 'launch'],
    ['a plan that is set', 'config set plan lanch -c work', 'launch'],
    ['a dialect that is set', 'config set dialect sepc -c work', 'spec'],
    ['a setting', 'config get bas-url -c work', 'base-url'],
    ['a setting by its name in documents', 'config get baseUrl -c work', 'base-url'],
    ['a setting to explain', 'config explain max-wat -c work', 'max-wait'],
    ['a context', 'comments get x -c wrok', 'work'],
    ['a context to use', 'context use stagin', 'staging'],
    ['a context to show', 'context show wokr', 'work'],
    ['a context to remove', 'context remove wokr --yes', 'work'],
    ['a profile', 'comments get x -c work -p acmee', 'acme'],
    ['a profile of the sandbox', 'comments get x --sandbox -p harbor', 'harbour'],
    ['a profile to use', 'profiles use acmee -c work', 'acme'],
    ['a profile to forget', 'profiles forget acmee -c work', 'acme'],
    ['an area of errors', 'errors list --area comment', 'comments'],
    ['a code with a digit too many', 'errors show 4855', '485'],
    ['a code beside another', 'errors show 486', '485'],
    ['a code of a failure to come', 'sandbox fault add --code 485 --network twiter', 'twitter'],
    ['a field', 'errors list --fields mening', 'meaning'],
    ['an event', 'automations create --on coment --sandbox', 'comment'],
    ['a type of trigger', 'automations create --trigger coment_keyword --dm x --sandbox', 'comment_keyword'],
    ['a field of a trigger', 'automations update x --trigger story_reply,story=1 --sandbox', 'storyId'],
    ['a field of an action', 'automations update x --action send_dm,mesage=hi --sandbox', 'message'],
    ['an action of webhooks', 'hooks register automatons https://hooks.example.com --sandbox', 'automations'],
    ['a habit: stop', 'automations stop x', 'pause'],
    ['a habit: edit', 'automations edit x', 'update'],
    ['a habit: rm', 'feeds rm x', 'remove'],
    ['a verb of stripe: resend', 'hooks inbox resend x', 'forward'],
    ['a verb of stripe: tail', 'hooks tail', 'listen'],
    ['a flag of other programs: --image', 'posts create --text x --image a.png', '--media'],
    ['a type of trigger for an event', 'automations create --on comment_keyword --sandbox', 'comment'],
    ['a kind of delivery', 'hooks send https://hooks.example.com --type tiktokpublish', 'tikTokPublished'],
    ['a verb of habit: hooks trigger', 'hooks trigger https://hooks.example.com', 'send'],
    ['a verb of habit: hooks logs', 'hooks logs', 'history'],
    ['a verb of habit: hooks validate', 'hooks validate x', 'verify'],
    ['a type of trigger for an event of a test', 'automations test x --event dm_reaction', 'reaction'],
    ['a flag of habit: --message of a test', 'automations test x --event dm --message hi', '--text'],
    ['a flag of habit: --message', 'automations create --on dm --message x --sandbox', '--dm'],
    ['a flag of habit: --filter of automations', 'automations list --filter active', '--state'],
    ['a habit: webhooks', 'webhooks list', 'hooks'],
    ['a habit: auth login', 'auth login', 'login'],
    ['a habit: auth logout', 'auth logout', 'logout'],
    ['a habit: errors and a code', 'errors 485', 'errors show 485'],
    ['a habit: ls of a noun without a list', 'comments ls', 'get'],
    ['a habit: posts view', 'posts view x', 'get'],
    ['a habit: context ls', 'context ls', 'list'],
    ['a flag of habit: --format', 'errors list --format json', '-o'],
    ['a flag of habit: --filter', 'errors list --filter audio', '--jq'],
    ['a flag of gh: --body', 'comments reply x --body hi', '--text'],
    ['a flag of gh: --field', 'api /user --field x=y', '-F'],
    ['a flag of stripe: --forward-to', 'hooks listen --forward-to localhost:3000', '--forward'],
    ['the other name of a flag: --network', 'comments get x --network tiktok', '--platform'],
    ['a flag of habit: --csv', 'errors list --csv', '-o csv'],
    ['a flag of habit: --max', 'posts list --max 3', '-n'],
    ['a flag of habit: --no-color', 'comments get x --no-color', '--color never'],
    ['the other name of a field', 'comments get x --fields network', 'platform'],
    ['the other name of a value', 'comments stats x --by platform', 'network'],
  ] as const)('%s: %j', async (_what, line, meant) => {
    const machine = newMachine();
    machine.save(SAVED);
    const { exitCode, stdout, stderr } = await machine.run(line);
    expect({ exitCode: [2, 4, 5].includes(exitCode), stdout }).toEqual({ exitCode: true, stdout: '' });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`did you mean "${meant}"?`);
  });

  test.each([
    ['CRIER_CONTEXT', 'wrok', 'comments get x', 'work'],
    ['CRIER_PROFILE', 'acmee', 'comments get x -c work', 'acme'],
    ['CRIER_OUTPUT', 'jsn', 'errors list', 'json'],
  ])('the variable %s: %s', async (name, value, line, meant) => {
    const machine = newMachine();
    machine.save(SAVED);
    const { exitCode, stderr } = await machine.run(line, { env: { [name]: value } });
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`did you mean "${meant}"?`);
  });

  test.each(['zzzzzz', 'comments zzzzzz', 'help zzzzzz', 'networks show zzzzzz', 'errors show 77777'])(
    'what is far from everything gets no guess: %s',
    async (line) => {
      const { exitCode, stderr } = await newMachine().run(line);
      expect([2, 5]).toContain(exitCode);
      expect(stderr).not.toContain('did you mean');
    },
  );

  test.each([
    // no such thing here
    ['search refund', 'are found with --contains'],
    ['automations list --search refund', 'there is no search here'],
    ['comments inbox --search refund', 'did you mean "--contains"?'],
    ['posts list --yaml', 'there is no YAML here: use -o json or -o csv'],
    ['comments hide 12', 'the service cannot hide a comment'],
    ['posts update x --text new', 'the service cannot change the text'],
    ['posts list -o yaml', 'there is no YAML here'],
    ['comments tail x', '"watch"'],
    ['comments get x -o jsonl', '"ndjson"'],
    ['automations get x -o yaml', 'automations get --as yaml'],
    ['automations create brew.yaml', '-f <file>'],
    ['automations update x brew.yaml', '-f <file>'],
    ['hooks register https://hooks.example.com/crier', 'give the action first'],
    ['api -X POST /user', 'the method is the first word'],
    ['sandbox fault add --code 429', '1429'],
    ['sandbox fault add 364', '--code <n>'],
    ['logout work', '--context <name>'],
    ['automations activity A B', 'it takes one <id>'],
    ['audio search slow rain', 'quote a text with spaces'],
    ['config set profile shop -c work', 'profiles save'],
    ['context add other', 'crier login --context other'],
  ])('%s: %s', async (line, hint) => {
    const machine = newMachine();
    machine.save(SAVED);
    const { exitCode, stdout, stderr } = await machine.run(line);
    expect({ exitCode: [2, 5].includes(exitCode), stdout }).toEqual({ exitCode: true, stdout: '' });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(hint);
  });

  test.each([
    ['logs', ['automations activity', 'hooks history']],
    ['publish', ['posts create']],
    ['queue', ['posts list --waiting']],
    ['trigger', ['sandbox trigger', 'sandbox engage']],
    ['whoami', ['status', 'user']],
  ])('several commands for one word of other programs: %s', async (word, meant) => {
    const known = COMMANDS.map(({ path }) => path.join(' '));
    expect(known).toEqual(expect.arrayContaining(meant.map((name) => name.replace(/ -.*$/, ''))));
    const { stderr } = await newMachine().run(word);
    expect(stderr).toContain(`did you mean ${meant.map((name) => `"${name}"`).join(' or ')}?`);
  });

  test.each(['comments report x', 'automations import x', 'hooks listen --live', 'posts get x --titel y'])(
    'a word that only looks alike is not suggested: %s',
    async (line) => {
      const { stderr } = await newMachine().run(`${line} --sandbox`);
      expect(stderr.replaceAll(/\s+/g, ' ')).not.toMatch(/did you mean "(?:export|report|--wide|--file)"/);
    },
  );

  test.each([
    'user --token SECRET-THAT-WAS-TYPED',
    'user --password=SECRET-THAT-WAS-TYPED',
    'user --key SECRET-THAT-WAS-TYPED',
    '--token SECRET-THAT-WAS-TYPED user',
    '--api-key SECRET-THAT-WAS-TYPED user',
    'login SECRET-THAT-WAS-TYPED',
  ])('a key on the command line is not repeated, and should be replaced: %s', async (line) => {
    const { exitCode, stdout, stderr } = await newMachine().run(line);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('that was typed here');
    expect(stderr).not.toContain('TYPED');
  });

  test('a flag that a command has is its own, whatever it is called elsewhere', async () => {
    const { exitCode } = await newMachine().run('sandbox account set instagram --token expired');
    expect(exitCode).toBe(0);
  });

  test('a flag of one command that precedes it: where it belongs', async () => {
    const { exitCode, stderr } = await newMachine().run('--platform instagram comments get x');
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('put flags of a command after the command');
  });
});
