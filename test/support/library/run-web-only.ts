// Loads a module of the package into a context with Web APIs and nothing of Node.js, as Workers have, and runs what it
// gets on stdin there: `node --experimental-vm-modules run-web-only.ts MODULE…`. The modules are `modules` in it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import vm from 'node:vm';

const WEB = [
  ...['crypto', 'TextEncoder', 'TextDecoder', 'atob', 'btoa', 'setTimeout', 'clearTimeout', 'Headers'],
  ...['Request', 'Response', 'ReadableStream', 'AbortController', 'AbortSignal', 'URL'],
] as const;
const context = vm.createContext(Object.fromEntries(WEB.map((name) => [name, globalThis[name]])));
const loaded = new Map<string, vm.SourceTextModule>();

function load(file: string): vm.SourceTextModule {
  const module =
    loaded.get(file) ?? new vm.SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: file });
  loaded.set(file, module);
  return module;
}

async function evaluate(file: string): Promise<object> {
  const module = load(file);
  await module.link((name, { identifier }) => {
    if (!name.startsWith('.')) throw new Error(`${identifier} imports ${name}`);
    return load(join(dirname(identifier), name));
  });
  await module.evaluate();
  return module.namespace;
}

const modules = await Promise.all(process.argv.slice(2).map(evaluate));
const result = await vm.runInContext(`(async (modules) => {${await text(process.stdin)}})`, context)(modules);
process.stdout.write(JSON.stringify(result));
