/**
 * Each command of docs/operations.md, and what runs it. A command that is added to the page belongs into one of the lists:
 * `operations-page.spec.ts` fails until it is there.
 */

/** Run as they are written by `operations-page.nightly.int.spec.ts`, with folders and names of its own. */
export const RUN = [
  'npm start',
  'npm run tls -- --self-signed --host pharmacy.hospital.example',
  'npm run reset-second-factor -- person@hospital.example',
  'npm run backup -- --to /mnt/backup/hospital',
  'npm run backup -- --erasures ledger.json',
  'DATA_DIR=/var/lib/hospital npm run restore -- --from /mnt/backup/hospital',
  'npm run restore -- --from /mnt/backup/hospital --master-key master.key',
  'npm run -s keys -- status',
  'npm run -s keys -- new',
  'npm run -s keys -- new --out next.key',
  'openssl rand -base64 32',
  'npm run -s keys -- rotate',
  'npm run -s keys -- escrow --out escrow --name "Name of the hospital"',
  'npm run -s keys -- restore-escrow --out try.key',
  'npm run -s keys -- restore-escrow --out restored.key',
  'npm run events -- --help',
  'DATA_DIR=.data npm run event-log',
  'DATA_DIR=.data npm run -s events -- export hospital.ndjson',
  'DATA_DIR=<a new folder> npm run event-log',
  'npm run -s events -- import hospital.ndjson',
  'npm run rebuild',
  'npm run rebuild -- --rollback',
  'npm run -s verify-export -- admission-….ndjson --key <public key>',
  'npm run -s anchor-statement -- --out statements',
  'npm run -s verify-export -- anchors-….ndjson admission-….ndjson --statement anchor-statement-….json --key <public key>',
  'npm run -s security-log -- --check',
  'node projections/dist/unpark.js <projection> <stream>',
  'cp .env.example .env',
  'sha256sum --check clinical-pharmacy-<version>-linux-x64.tar.gz.sha256',
  'tar xzf clinical-pharmacy-<version>-linux-x64.tar.gz',
  'clinical-pharmacy-<version>-linux-x64/install',
  './install',
  'install --help',
  'install --no-systemd',
  '/opt/clinical-pharmacy/bin/clinical-pharmacy rollback',
] as const;
export type RunCommand = (typeof RUN)[number];

/**
 * The commands that are not run here, and why. `operations-page.spec.ts` compares it with the files that it works on.
 */
const ENGINE =
  'there is no engine for containers: services, profiles and programs are compared with docker-compose.yml';
const CLUSTER = 'there is no cluster: infra/operations/kubernetes/manifests.spec.ts checks the manifests';
const SYSTEMD = 'there is no systemd that starts services: the units are compared with the release';
export const NOT_RUN: Readonly<Record<string, string>> = {
  'npm run import -- --from dump --dry-run': 'infra/verification/old-system/import.int.spec.ts runs it',
  'npm run import -- --from dump --images gallery': 'infra/verification/old-system/import.int.spec.ts runs it',
  'npm start -- --check': 'infra/runtime/start/check-settings.spec.ts runs what it does',
  'npm start -- --help': 'infra/runtime/start/check-settings.spec.ts runs what it does',
  'docker compose up --build --detach': ENGINE,
  'docker compose up --detach': ENGINE,
  'docker compose run --rm seed': ENGINE,
  'docker compose up --detach --scale command-api=2 --scale projections=2 --scale query-api=2': ENGINE,
  'docker compose --profile monitoring up --detach': ENGINE,
  'docker compose run --rm command-api node command-api/dist/reset-second-factor.js EMAIL': ENGINE,
  'docker compose run --rm command-api node infra/dist/operations/keys/main.js': ENGINE,
  'docker compose run --rm projections node projections/dist/rebuild.js': ENGINE,
  'docker compose run --rm projections node projections/dist/rebuild.js --rollback': ENGINE,
  'docker compose run --rm --volume /srv/backup:/backup command-api node infra/dist/operations/backup/backup-main.js --to /backup':
    ENGINE,
  'docker compose run --rm --volume /srv/backup:/backup:ro command-api node infra/dist/operations/backup/restore-main.js --from /backup':
    ENGINE,
  'systemctl restart clinical-pharmacy': SYSTEMD,
  'systemctl edit clinical-pharmacy': SYSTEMD,
  'systemctl enable --now clinical-pharmacy-backup@mnt-backup-hospital.timer': SYSTEMD,
  'journalctl --unit clinical-pharmacy-backup@mnt-backup-hospital': SYSTEMD,
  'docker compose logs backup': ENGINE,
  'systemctl disable --now clinical-pharmacy': SYSTEMD,
  'journalctl --unit clinical-pharmacy': SYSTEMD,
  'npm ci': 'the first check of .ci/run',
  'npm run release':
    'it takes minutes: infra/operations/release/archive.nightly.int.spec.ts makes archives of small releases',
  'npm run release -- --check': 'it takes minutes and needs a root of its own: it is a check itself',
  '/opt/clinical-pharmacy/bin/clinical-pharmacy restore --from /mnt/backup/hospital':
    'the same program as npm run restore: the list of commands of a release is compared',
  'npm run pin-images':
    'infra/operations/docker/pin-images/pin-images.nightly.int.spec.ts runs it with a registry of its own',
  'kubectl create namespace clinical-pharmacy': CLUSTER,
  'kubectl create secret generic clinical-pharmacy --namespace clinical-pharmacy --from-env-file=infra/operations/kubernetes/secrets.env':
    CLUSTER,
  'kubectl apply --kustomize infra/operations/kubernetes': CLUSTER,
  'kubectl scale deployment query-api --namespace clinical-pharmacy --replicas 3': CLUSTER,
  'kubectl rollout restart deployment --namespace clinical-pharmacy': CLUSTER,
};

/** Names of commands in sentences, whose options follow from the text. */
export const FORMS: readonly string[] = [
  'npm run NAME -- OPTIONS',
  '/opt/clinical-pharmacy/bin/clinical-pharmacy NAME OPTIONS',
  'npm run backup',
  'npm run events',
  'npm run -s keys --',
];
