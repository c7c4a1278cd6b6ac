import { expect } from 'vitest';
import { crier } from '../support/crier.ts';
import {
  aroundPage,
  describePage,
  listShellBlocks,
  type PagePlace,
  wordsInBash,
} from '../support/docs/pages.ts';

const PAGE = 'docs/guides/thirty-clients.md';

/** Runs the loop that the page shows, as bash runs it. */
async function addClients(place: PagePlace): Promise<void> {
  const [loop = ''] = listShellBlocks(PAGE);
  const lines = wordsInBash([loop], place.folder);
  expect(lines.length).toBe(27 * 6);
  for (const words of lines) {
    const { exitCode, screen } = await crier(words, { ...aroundPage(place), isTerminal: true });
    expect({ words, exitCode, screen }).toMatchObject({ exitCode: 0 });
  }
}

describePage(PAGE, { prepare: addClients });
