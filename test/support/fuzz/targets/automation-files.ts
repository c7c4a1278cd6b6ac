import { parse } from 'yaml';
import { readAutomationFile } from '../../../../src/cli/features/automations/automation-file.ts';
import { parseExpectations } from '../../../../src/cli/features/automations/expectations/expectation-file.ts';
import { toYaml } from '../../../../src/cli/framework/input/files/yaml-text.ts';
import { CrierError } from '../../../../src/errors.ts';
import { expectDeclared, type FuzzTarget, requireSame } from '../fuzz-target.ts';

const isDeclared = (error: unknown) => error instanceof CrierError;

const YAML_TOKENS = [
  ...[
    ': ',
    '- ',
    '\n',
    '\n  ',
    '"',
    "'",
    '|',
    '>-',
    '&a',
    '*a',
    '<<: *a',
    '!!str ',
    '!!binary ',
    '? ',
    '[',
    ']',
    '{',
    '}',
    ',',
  ],
  ...[
    '---\n',
    '...\n',
    '%YAML 1.1\n',
    '#',
    'yes',
    'null',
    '0o17',
    '1_000',
    '.inf',
    '2026-01-01',
    '\t',
    '~',
    '__proto__',
    '@',
    '`',
  ],
];

/** Automations as files. */
export const automations: FuzzTarget = {
  seeds: [
    'platform: instagram\nname: Guide\ntriggers:\n  - type: comment_keyword\n    postId: 17999000000000456\n    keywords: [GUIDE, café]\nactions:\n  - type: send_dm\n    message: Hi {{recipient_username}}\n    dedupWindowMinutes: 60\n',
    '{"name":"x","triggers":[{"type":"dm_reaction","emoji":"❤️"}],"actions":[{"type":"fire_webhook","sendCompletedEvent":true}],"paused":true}',
    'name: a\ntriggers: ["comment_keyword keyword=a,b post=1"]\nactions: ["send_dm message=x"]\n---\nname: b\n',
    '- {on: dm_keyword, keyword: "a", dm: x}\n- &a {name: x}\n- *a\n',
    'expect:\n  - text: PRICE\n    fires: true\n',
  ],
  tokens: [
    ...YAML_TOKENS,
    ...[
      'triggers',
      'actions',
      'keywords',
      'postId',
      'message',
      'comment_keyword',
      'dm_keyword',
      'send_dm',
      'send_email',
      'type',
    ],
  ],
  async run(input) {
    for (const name of ['a.yaml', 'a.json']) await readAutomationFile({ name, text: input });
    expectDeclared(() => parseExpectations({ name: 'a.yaml', text: input }), isDeclared);
  },
};

/** Any JSON value is the same after it was written as YAML. */
export const yaml: FuzzTarget = {
  seeds: [
    '{"a":"yes","b":["x: y","- z","","\\n","1e3"],"c":{"d":null,"e":1.5,"f":true}}',
    '["#a"," b ","|","\\u2028"]',
    '["a\\n \\n \\n \\n \\n \\n \\n \\n \\n \\n \\n \\nb"]',
    '"0x1F"',
  ],
  tokens: [
    '"',
    '\\n',
    '\\t',
    '\\u0085',
    '\\ud83d\\udc4d',
    ': ',
    '- ',
    '#',
    '"":',
    'null',
    '[',
    ']',
    '{',
    '}',
    ',',
    '""',
    ' ',
    '\\"',
  ],
  run(input) {
    let value: unknown;
    try {
      value = JSON.parse(input);
    } catch {
      return;
    }
    requireSame(
      parse(toYaml(value), { maxAliasCount: 0 }),
      value,
      'YAML that is written and read again is the same',
    );
  },
};
