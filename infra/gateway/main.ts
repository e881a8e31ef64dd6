import { runService } from 'service-kit/process/lifecycle';
import { remoteServices } from './remote-services.ts';
import { startGateway } from './server.ts';
import { settings } from './settings.ts';

await runService('gateway', async (logger) => {
  const { HOST, PORT, COMMAND_API_URL, QUERY_API_URL, PROJECTIONS_URL, STATIC_DIR, IMAGE_SOURCES, TRUSTED_PROXIES } =
    settings.read(process.env);
  const remote = remoteServices(
    { 'command-api': COMMAND_API_URL, 'query-api': QUERY_API_URL, projections: PROJECTIONS_URL },
    logger,
  );
  const gateway = await startGateway({
    host: HOST,
    port: PORT,
    staticDir: STATIC_DIR,
    imageSources: IMAGE_SOURCES,
    services: remote.services,
    trustedProxies: TRUSTED_PROXIES,
  });
  return {
    async stop() {
      await gateway.stop();
      remote.close();
    },
  };
});
