import { openTemplate } from '../../../../src/cli/framework/output/template/open-template.ts';
import { CrierError } from '../../../../src/errors.ts';
import { expectDeclared, type FuzzTarget } from '../fuzz-target.ts';

const DOCUMENT = JSON.stringify({
  posts: [
    { id: 'aB3dE6gH9k', post: 'Hi \u001B[2J', created: '2026-09-21T08:00:00Z', likes: 12, tags: ['a', 'b'] },
  ],
  meta: { next: null, total: 1.5 },
});
const NOW = Date.UTC(2026, 8, 21);
const LOOK = { width: 80, timeZone: 'Europe/Oslo', hasColor: true, allowsColor: true };
const isDeclared = (error: unknown) => error instanceof CrierError;

/** Templates of `--template`. */
export const liquid: FuzzTarget = {
  seeds: [
    '{% for post in posts %}{{ post.id }} {{ post.likes | plus: 1 | truncate: 10 }}\n{% endfor %}',
    '{% tablerow x in posts %}{{ x.created | date: "%Y-%m-%d %Z", "Asia/Tokyo" | color: "red", "bold" }}{% endtablerow %}',
    '{% if meta.next == nil and posts[0].tags contains "a" %}{{ posts | map: "id" | join: ", " }}{% else %}{% endif %}',
    '{% assign x = "a,b" | split: "," %}{{ x | sort | reverse | first | timeago }}{{ document | json }}',
    '{% case a %}{% when 1 %}{% endcase %}{% raw %}{{ }}{% endraw %}{% comment %}{% endcomment %}{{- "x" -}}',
    "{% table 'a', b %}{% row posts[0].id, 2 %}{% endtable %}",
  ],
  tokens: [
    ...[
      '{{',
      '}}',
      '{%',
      '%}',
      '{%-',
      '-%}',
      '|',
      ':',
      ',',
      '..',
      '(1..3)',
      '[0]',
      '.',
      '"',
      "'",
      'posts',
      'nil',
      'endfor',
    ],
    ...[
      'for',
      'if',
      'endif',
      'assign',
      'capture',
      'endcapture',
      'render',
      'include',
      'layout',
      'block',
      'cycle',
      'table',
    ],
    ...[
      'tablerow',
      'row',
      'date',
      'truncate',
      'color',
      'autocolor',
      'timeago',
      'slice',
      'replace',
      'where',
      'sort',
      'size',
    ],
    ...[
      'strip_html',
      'escape',
      'url_encode',
      'divided_by: 0',
      'modulo: 0',
      'pad',
      'raw',
      'json',
      'jsonify',
      'inspect',
    ],
  ],
  async run(input) {
    const opened = expectDeclared(() => openTemplate(input, LOOK), isDeclared);
    if (opened === null) return;
    await opened.filterDocument(DOCUMENT, NOW).catch((error: unknown) => {
      if (!isDeclared(error)) throw error;
    });
  },
};
