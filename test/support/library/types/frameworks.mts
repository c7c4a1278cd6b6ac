// The handlers fit the frameworks as these declare themselves. Compiled by test/slow/library.
import { createServer } from 'node:http';
import { createReceiver } from 'crier-cli/receiver';
import { createMemoryClaims } from 'crier-cli/receiver/memory';
import { openPostgresClaims } from 'crier-cli/receiver/postgres';
import express from 'express';
import { Hono } from 'hono';
import pg from 'pg';

const { handleNode, handleFetch } = createReceiver({ secrets: 'one', claims: createMemoryClaims() });

createServer(handleNode).listen(0);
createServer((request, response) => void handleNode(request, response));
express().post('/hooks', handleNode);
express().post('/hooks', express.raw({ type: '*/*' }), handleNode);
new Hono().post('/hooks', (context) => handleFetch(context.req.raw));

await openPostgresClaims(new pg.Pool());
await openPostgresClaims(new pg.Client());
