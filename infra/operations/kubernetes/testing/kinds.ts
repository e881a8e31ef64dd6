/** The kinds of the manifests, as Kubernetes publishes them: `schemas.ts` makes JSON Schemas of these types. */
import type { Deployment, StatefulSet } from 'kubernetes-types/apps/v1.d.ts';
import type { CronJob, Job } from 'kubernetes-types/batch/v1.d.ts';
import type { ConfigMap, Namespace, PersistentVolumeClaim, Service } from 'kubernetes-types/core/v1.d.ts';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';

/** By `apiVersion` and `kind`. */
export interface Kinds {
  'apps/v1 Deployment': Deployment;
  'apps/v1 StatefulSet': StatefulSet;
  'batch/v1 CronJob': CronJob;
  'batch/v1 Job': Job;
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy;
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget;
  'v1 ConfigMap': ConfigMap;
  'v1 Namespace': Namespace;
  'v1 PersistentVolumeClaim': PersistentVolumeClaim;
  'v1 Service': Service;
}
