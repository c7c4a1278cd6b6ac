import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';

// Loaded before a client that has the address of its service built in: sends all of its requests to the sandbox, and
// none to anywhere else.

const { hostname, port } = new URL(process.env['CRIER_BASE_URL'] ?? '');

/** The clients put this before every path. */
const BASE_PATH = /^\/api(?=\/)/;

const requestOverHttp = http.request;

function requestFromSandbox(
  url: URL,
  { agent: _, ...options }: RequestOptions,
  onResponse?: (response: IncomingMessage) => void,
) {
  const path = `${url.pathname.replace(BASE_PATH, '')}${url.search}`;
  const target = { protocol: 'http:', host: hostname, hostname, port, path };
  return requestOverHttp({ ...options, ...target }, onResponse);
}

https.request = requestFromSandbox as typeof https.request; // the clients use this one of its two forms
http.request = () => {
  throw new Error('a request to another place than the service');
};
