/** The dependencies of the routes of single sign-on. */
import { createFlows, type Flows } from '../../accounts/single-sign-on/flows.ts';
import { createIdentities, type Identities } from '../../accounts/single-sign-on/identities.ts';
import { createProvider, type Provider } from '../../accounts/single-sign-on/provider.ts';
import type { GroupMap } from '../../single-sign-on-settings.ts';
import type { CommandSettings } from '../../settings.ts';
import { notFound } from 'service-kit/http/http-problem';
import type { Logger } from 'service-kit/process/logger';
import type { Pool } from 'pg';

export interface SingleSignOn {
  readonly provider: Provider;
  readonly flows: Flows;
  readonly identities: Identities;
  /** The claim with a person's groups. */
  readonly groupsClaim: string;
  readonly groupMap: GroupMap;
  readonly logger: Logger;
}

/** @throws HttpProblem 404 without a provider */
export function singleSignOnOf({ singleSignOn }: { singleSignOn: SingleSignOn | undefined }): SingleSignOn {
  if (!singleSignOn) throw notFound();
  return singleSignOn;
}

type Settings = Pick<
  CommandSettings,
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_SCOPE'
  | 'OIDC_GROUPS_CLAIM'
  | 'OIDC_GROUPS'
  | 'OIDC_PLAIN_HTTP'
  | 'PUBLIC_URL'
  | 'LOCAL_URL'
>;

/** @returns undefined without a provider in the settings, which have been checked */
export function createSingleSignOn(
  settings: Settings,
  pool: Pool,
  rootKey: Buffer,
  logger: Logger,
): SingleSignOn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    provider: createProvider(
      {
        issuer,
        clientId,
        clientSecret,
        scope: settings.OIDC_SCOPE,
        allowsPlainHttp: settings.OIDC_PLAIN_HTTP === 'localhost',
        origin: settings.PUBLIC_URL ?? settings.LOCAL_URL,
      },
      logger,
    ),
    flows: createFlows(rootKey),
    identities: createIdentities(pool, rootKey),
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    groupMap: settings.OIDC_GROUPS,
    logger,
  };
}
