import { expect, test } from 'vitest';
import { said, watch } from '../../support/automations/watched-service.ts';
import { inFolder } from '../../support/in-folder.ts';

const COUNT = 600;

test(`a watch follows ${COUNT} ids`, async () =>
  inFolder({}, async (state) => {
    const ids = Array.from({ length: COUNT }, (_, index) => `id${index}`).join(' ');
    const polls = Array.from({ length: COUNT }, () => ({ comments: { instagram: [said('1', 'hello')] } }));
    const { exitCode, asked } = await watch(`${ids} --once -o ndjson`, { polls, state });
    expect({ exitCode, asked: asked.length }).toEqual({ exitCode: 0, asked: COUNT });
  }));
