import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  installLibrary,
  type LibraryProject,
  readExamples,
} from '../../support/library/installed-library.ts';
import {
  buildEvent,
  postEvent,
  type RunningExample,
  startExample,
  startFunction,
} from '../../support/library/running-example.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';

const examples = readExamples('serverless.md');

/** Each example of the guide, and the platforms that call it; null for a server of its own. */
const CALLED: readonly (readonly [name: string, platform: string | null])[] = [
  ['lambda.mjs', 'lambda: REST API'],
  ['lambda.mjs', 'lambda: HTTP API'],
  ['lambda.mjs', 'lambda: load balancer'],
  ['google.mjs', 'google'],
  ['azure.mjs', 'azure'],
  ['route.mjs', 'POST'],
  ['route.mjs', 'default'],
  ['sveltekit.mjs', 'sveltekit'],
  ['pages.mjs', 'node'],
  ['fastify.mjs', null],
  ['koa.mjs', null],
  ['express-json.mjs', null],
];

const AZURE =
  'globalThis.functions = {}; export const app = { http: (name, of) => { globalThis.functions[name] = of; } };';

test('each example of the guide is run', () => {
  const run = new Set(CALLED.map(([name]) => name));
  expect([...examples.keys()].filter((name) => name !== 'receiver.mjs' && !run.has(name))).toEqual([]);
});

const database = await createTestDatabase({ isEmpty: true });
if (database !== null)
  describe('with claims in Postgres', () => {
    let project: LibraryProject;
    let folder: string;
    beforeAll(async () => {
      project = await installLibrary();
      project.link('pg', 'fastify', 'koa', 'express');
      folder = join(project.folder, 'example');
      mkdirSync(folder);
      for (const [name, text] of examples) writeFileSync(join(folder, name), text);
      const azure = join(project.folder, 'node_modules', '@azure', 'functions');
      mkdirSync(azure, { recursive: true });
      writeFileSync(join(azure, 'package.json'), '{"type":"module","exports":"./index.js"}');
      writeFileSync(join(azure, 'index.js'), AZURE);
      await database.run('create table events (hook_id text primary key, event jsonb not null)');
    });
    afterAll(async () => {
      project.remove();
      await database.drop();
    });

    const start = (name: string, platform: string | null): Promise<RunningExample> => {
      const env = { DATABASE_URL: database.url };
      return platform === null
        ? startExample(folder, name, env)
        : startFunction(folder, name, { platform, env });
    };

    test.each(CALLED)(
      '%s called by %s accepts a signed delivery once',
      { tags: ['W-15'] },
      async (name, platform) => {
        const running = await start(name, platform);
        try {
          const event = buildEvent({ text: 'Đẹp quá! 😀 <b>"naïve"</b>' });
          const url = `http://${running.address}/hooks`;
          expect(await postEvent(url, event, 'another secret')).toBe(401);
          const copies = Array.from({ length: 5 }, () => postEvent(url, event));
          expect(await Promise.all(copies)).toEqual([200, 200, 200, 200, 200]);
        } finally {
          await running.kill();
        }
      },
    );

    test('a Lambda function that gets no body asks for the delivery again', { tags: ['W-19'] }, async () => {
      const running = await start('lambda.mjs', 'lambda: empty body');
      try {
        expect(await postEvent(`http://${running.address}/hooks`, buildEvent())).toBe(500);
      } finally {
        await running.kill();
      }
    });
  });
