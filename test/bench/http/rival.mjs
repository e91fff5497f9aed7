/**
 * One rival of the service: the same bytes and headers for the same four targets, written the way its
 * documentation does. `node rival.mjs bare|fastify|hono|polka answers.json` prints its port.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [, , name = '', file = ''] = process.argv;
/** Per target: status, headers without those node writes itself, and body. */
const answers = JSON.parse(readFileSync(file, 'utf8'));
const { timestamp: _then, ...information } = JSON.parse(answers.api.body);
const health = JSON.parse(answers.health.body);
const missing = JSON.parse(answers.missing.body);
const page = answers.member.body;

const apiText = () => JSON.stringify({ ...information, timestamp: new Date().toISOString() });
const told = () => console.log(`port ${server.address().port}`);
let server;

function send(response, { status, headers }, body) {
  response.statusCode = status;
  for (const [field, value] of headers) response.setHeader(field, value);
  response.end(body);
}

const bare = () =>
  http.createServer((request, response) => {
    if (request.url === '/api') send(response, answers.api, apiText());
    else if (request.url === '/health') send(response, answers.health, JSON.stringify(health));
    else if (request.url.startsWith('/member/')) send(response, answers.member, page);
    else send(response, answers.missing, JSON.stringify(missing));
  });

async function fastify() {
  const { default: create } = await import('fastify');
  const app = create();
  const reply = (to, { status, headers }, body) => {
    to.code(status);
    for (const [field, value] of headers) to.header(field, value);
    return to.send(body);
  };
  app.get('/api', (_request, to) => reply(to, answers.api, apiText()));
  app.get('/health', (_request, to) => reply(to, answers.health, JSON.stringify(health)));
  app.get('/member/:username', (_request, to) => reply(to, answers.member, page));
  app.setNotFoundHandler((_request, to) => reply(to, answers.missing, JSON.stringify(missing)));
  await app.ready();
  return app.server;
}

async function hono() {
  const { Hono } = await import('hono');
  const { createAdaptorServer } = await import('@hono/node-server');
  const app = new Hono();
  const reply = (context, { status, headers }, body) =>
    context.body(body, status, Object.fromEntries(headers));
  app.get('/api', (context) => reply(context, answers.api, apiText()));
  app.get('/health', (context) => reply(context, answers.health, JSON.stringify(health)));
  app.get('/member/:username', (context) => reply(context, answers.member, page));
  app.notFound((context) => reply(context, answers.missing, JSON.stringify(missing)));
  return createAdaptorServer(app);
}

async function polka() {
  const { default: create } = await import('polka');
  const app = create({
    onNoMatch: (_request, response) => send(response, answers.missing, JSON.stringify(missing)),
  });
  app.get('/api', (_request, response) => send(response, answers.api, apiText()));
  app.get('/health', (_request, response) =>
    send(response, answers.health, JSON.stringify(health)),
  );
  app.get('/member/:username', (_request, response) => send(response, answers.member, page));
  return http.createServer(app.handler);
}

server = await { bare, fastify, hono, polka }[name]();
server.listen(0, '127.0.0.1', told);
