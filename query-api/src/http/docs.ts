/**
 * The API description (`data/openapi.json`, generated from the routes by infra/verification/api-description) and its viewer, Swagger UI.
 * All files come from this origin. Answered without a token and without Postgres: the description is public.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Router from '@koa/router';

const file = new URL('../../data/openapi.json', import.meta.url);
const viewer = createRequire(import.meta.url)
  .resolve('swagger-ui-dist/swagger-ui.css')
  .replace(/swagger-ui\.css$/, '');
const assets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API: Clinical pharmacy</title>
<link rel="icon" href="/api/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
</head>
<body>
<div id="description"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/assets/page.js"></script>
</body>
</html>
`;
const viewerOptions = {
  url: '/api/docs/openapi.json',
  dom_id: '#description',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
};
const script = `SwaggerUIBundle(${JSON.stringify(viewerOptions)});\n`;

/**
 * The frontend's policy (infra/runtime/gateway), with inline styles and data URLs: Swagger UI writes styles at run time and
 * draws images from data URLs.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function docsRouter(): Router {
  const description = readFileSync(file);
  const router = new Router();
  router.get('/api/docs', (ctx) => {
    ctx.set({
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = page;
  });
  router.get('/api/docs/openapi.json', (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = description;
  });
  router.get('/api/docs/assets/page.js', (ctx) => {
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.body = script;
  });
  router.get('/api/docs/assets/:name', (ctx) => {
    const { name = '' } = ctx.params;
    const type = Object.hasOwn(assets, name) ? assets[name] : undefined;
    if (type === undefined) return;
    ctx.set('cache-control', 'public, max-age=86400');
    ctx.type = type;
    ctx.body = createReadStream(viewer + name);
  });
  return router;
}
