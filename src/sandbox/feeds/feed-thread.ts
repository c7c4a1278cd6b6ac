import { parentPort, workerData } from 'node:worker_threads';
import { tryParseFeed } from './parse-feed.ts';

parentPort?.postMessage(tryParseFeed(workerData));
