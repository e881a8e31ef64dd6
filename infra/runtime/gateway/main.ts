import { runService } from 'service-kit/process/lifecycle';
import { readingsOfCertificateFile } from 'service-kit/telemetry/certificates';
import { withTelemetry } from 'service-kit/telemetry/telemetry';
import { protectedMetrics } from './protected-metrics.ts';
import { remoteServices } from './remote-services.ts';
import { startLaunchedGateway } from './launched.ts';
import { startGateway } from './server.ts';
import { tlsOptions } from './secure-server.ts';
import { settings } from './settings.ts';

await runService('gateway', async (logger) => {
  const values = settings.read(process.env);
  const { COMMAND_API_URL, QUERY_API_URL, PROJECTIONS_URL } = values;
  const remote = remoteServices(
    { 'command-api': COMMAND_API_URL, 'query-api': QUERY_API_URL, projections: PROJECTIONS_URL },
    logger,
  );
  return withTelemetry('gateway', values, logger, async ({ metrics }) => {
    const options = {
      staticDir: values.STATIC_DIR,
      isLandingPrerendered: values.LOCAL_ACCOUNTS === 'on' && values.SIGN_UP === 'open',
      sources: { images: values.IMAGE_SOURCES, media: values.MEDIA_SOURCES },
      publicUrl: values.PUBLIC_URL,
      services: remote.services,
      trustedProxies: values.TRUSTED_PROXIES,
      secret: values.GATEWAY_SECRET,
      tls: tlsOptions(values, logger),
      metrics: protectedMetrics(metrics, values.METRICS_TOKEN),
    };
    const { HOST: host, PORT: port } = values;
    const gateway =
      port === 0 && process.connected
        ? await startLaunchedGateway(options, remote)
        : await startGateway({ ...options, host, port });
    const { leave } = gateway;
    return {
      ...(leave && { leave }),
      readings: () => readingsOfCertificateFile(values.TLS_CERT),
      async stop() {
        await gateway.stop();
        remote.close();
      },
    };
  });
});
