import { common, defineSettings } from 'service-kit/process/settings';
import { telemetrySettings } from 'service-kit/telemetry/settings';
import { settings as gateway } from '../gateway/settings.ts';
import { tlsMistakes, tlsSettings } from '../gateway/tls-files.ts';

const {
  STATIC_DIR,
  IMAGE_SOURCES,
  MEDIA_SOURCES,
  PUBLIC_URL,
  LOCAL_ACCOUNTS,
  SIGN_UP,
  TRUSTED_PROXIES,
  GATEWAY_SECRET,
  METRICS_TOKEN,
} = gateway.shape;

/** The settings that the shared process needs besides those of its services. */
export const settings = defineSettings(
  {
    LOG_LEVEL: common.LOG_LEVEL,
    STATIC_DIR,
    IMAGE_SOURCES,
    MEDIA_SOURCES,
    PUBLIC_URL,
    LOCAL_ACCOUNTS,
    SIGN_UP,
    TRUSTED_PROXIES,
    GATEWAY_SECRET,
    ...tlsSettings,
    ...telemetrySettings,
    METRICS_TOKEN,
  },
  tlsMistakes,
);
