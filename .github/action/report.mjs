// Writes what "automations diff" or "apply" printed into the summary of the run, and into one comment of the pull
// request, which later runs change. A comment that cannot be written is a warning: the summary has the same.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** GitHub takes 65,536 characters for a comment, and 1 MiB for the summary of a step. */
const MAX_COMMENT = 60_000;
const MAX_SUMMARY = 200_000;
const TIMEOUT_MS = 30_000;

const TITLES = {
  same: 'Automations: nothing differs',
  differs: 'Automations: what merging would change',
  unsafe: 'Automations: a plan that would not be applied',
  applied: 'Automations: applied',
  partial: 'Automations: not all was applied',
  failed: 'Automations: the command failed',
  check: 'Automations: the files have errors',
  test: 'Automations: an expectation is not met',
};
const UNFINISHED = {
  check: 'The annotations have them. Nothing was compared.',
  test: 'The annotations have it. Nothing was compared.',
};

const env = process.env;
/** @returns null for a run that ended before there was anything to say */
function findKind() {
  if (env.CHECK === 'failure') return 'check';
  if (env.TEST === 'failure') return 'test';
  return env.RESULT || null;
}

function buildReport(maxLength) {
  const run = `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`;
  const parts = [
    `### ${TITLES[kind]}`,
    UNFINISHED[kind] ?? cut(readPrinted(), maxLength),
    `_Folder ${code(env.FOLDER)}, commit ${env.COMMIT.slice(0, 8)}, [run](${run})._`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The Markdown that was printed; before it stderr: the reason of a failure, or what was left unchanged and why. */
function readPrinted() {
  const read = (file) => (file && existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  return [kind === 'differs' ? '' : block(read(env.SAID)), read(env.MARKDOWN)]
    .filter((part) => part !== '')
    .join('\n\n');
}

const code = (text) => `\`${text.replaceAll(/[`\n]/g, '')}\``;

/** A block that no line of the text can end. */
function block(text) {
  if (text === '') return '';
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** The first lines of a Markdown text that is too long; a block of YAML that is cut is ended, and what it is folded in. */
function cut(text, maxLength) {
  if (text.length <= maxLength) return text;
  const lines = text.slice(0, text.lastIndexOf('\n', maxLength)).split('\n');
  let fence = null;
  let isFolded = false;
  for (const line of lines) {
    const [marks] = /^`{3,}/.exec(line) ?? [];
    if (fence === null && marks !== undefined) fence = marks;
    else if (fence !== null && marks !== undefined && marks.length >= fence.length) fence = null;
    else if (fence === null && /^<\/?details>$/.test(line)) isFolded = line === '<details>';
  }
  const ends = [
    fence ?? '',
    isFolded ? '\n</details>' : '',
    '\n_Cut here: the log of the run has all of it._',
  ];
  return [...lines, ...ends].join('\n');
}

async function comment() {
  // an address in place of a name: a folder may contain what ends an HTML comment
  const marker = `<!-- crier ${encodeURIComponent(env.FOLDER).replaceAll('-', '%2D')} -->`;
  const body = `${marker}\n${buildReport(MAX_COMMENT)}`;
  try {
    const own = await findOwnComment(marker);
    const repository = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`;
    if (own !== null) await send('PATCH', `${repository}/issues/comments/${own}`, { body });
    // what says that nothing differs, or what the annotations say, only replaces what was said before
    else if (kind !== 'same' && !(kind in UNFINISHED))
      await send('POST', `${repository}/issues/${env.PULL_REQUEST}/comments`, { body });
  } catch (error) {
    const why = `the comment could not be written: ${error.message}. The summary of the run has the difference`;
    process.stdout.write(
      `::warning title=crier::${why.replaceAll('%', '%25').replaceAll(/[\r\n]+/g, ' ')}\n`,
    );
  }
}

const NEEDED = '(the job needs "pull-requests: write")';

const COMMENTS = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 100, after: $after) {
        nodes { databaseId viewerDidAuthor body }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;

/** By its first line and its author, since anyone may write a comment with the same first line. */
async function findOwnComment(marker) {
  const [owner, name] = env.GITHUB_REPOSITORY.split('/');
  let after = null;
  for (;;) {
    const variables = { owner, name, number: Number(env.PULL_REQUEST), after };
    const { data, errors } = await send('POST', env.GITHUB_GRAPHQL_URL, { query: COMMENTS, variables });
    const comments = data?.repository?.pullRequest?.comments;
    if (!comments) throw new Error(`${errors?.[0]?.message ?? 'the pull request was not found'} ${NEEDED}`);
    const own = comments.nodes.find(
      ({ viewerDidAuthor, body }) => viewerDidAuthor && body.startsWith(`${marker}\n`),
    );
    if (own) return own.databaseId;
    if (!comments.pageInfo.hasNextPage || comments.pageInfo.endCursor === after) return null;
    after = comments.pageInfo.endCursor;
  }
}

async function send(method, url, body) {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${env.TOKEN}`,
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
      'user-agent': 'crier',
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return response.json();
  const isDenied = response.status === 403 || response.status === 404;
  throw new Error(`GitHub answered with HTTP ${response.status}${isDenied ? ` ${NEEDED}` : ''}`);
}

const kind = findKind();
if (kind !== null) {
  appendFileSync(env.GITHUB_STEP_SUMMARY, buildReport(MAX_SUMMARY));
  if (env.PULL_REQUEST) await comment();
}
