import { expect, test } from 'vitest';
import { createRouter } from '../../../src/sandbox/http/routes.ts';
import { ENDPOINTS } from '../../../src/service/endpoints.ts';
import { listQuoted, readDocTable } from '../../support/read-doc.ts';

const findRoute = createRouter();
const rows = readDocTable('service/endpoints', 'older-spellings', 'older', 'newer').map((cells) =>
  cells.map((cell) => listQuoted(cell)[0] ?? ''),
);

test.each(rows)('%s is answered like %s', (older = '', newer) => {
  const [method = '', path = ''] = older.replaceAll(/\{\w+\}/g, 'x').split(' ');
  const route = findRoute(method, path);
  const endpoint = route && ENDPOINTS[route.name];
  expect(`${endpoint?.method} ${endpoint?.path}`).toBe(newer);
});
