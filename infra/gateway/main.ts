import { runService } from 'service-kit/process/lifecycle';
import { startGateway } from './server.ts';
import { settings } from './settings.ts';

await runService('gateway', (logger) => {
  const { HOST, PORT, COMMAND_API_URL, QUERY_API_URL, PROJECTIONS_URL, STATIC_DIR, IMAGE_SOURCES, TRUSTED_PROXIES } =
    settings.read(process.env);
  return startGateway({
    host: HOST,
    port: PORT,
    staticDir: STATIC_DIR,
    imageSources: IMAGE_SOURCES,
    services: { 'command-api': COMMAND_API_URL, 'query-api': QUERY_API_URL, projections: PROJECTIONS_URL },
    trustedProxies: TRUSTED_PROXIES,
    logger,
  });
});
