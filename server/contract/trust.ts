/** Trust in what a folder brings (decision 122): what waits for approval on this machine. */
import type { Approval, UserRole } from './access.js';
import type { Trigger } from './automations.js';
import type { PublicOperation } from './objects.js';

/** A record that grants access, as it is in the folder now. */
interface ApprovalRecord {
  /** Its name, e.g. `key:{id}`; unique. */
  record: string;
  /** `sha256:` and 64 hex digits of what counts in it. */
  digest: string;
  approval: Approval;
}

export interface KeyApproval extends ApprovalRecord {
  id: string;
  name: string;
  methods: string[];
  paths: string[];
  suggests?: true;
}

export interface UserApproval extends ApprovalRecord {
  id: string;
  name: string;
  role: UserRole;
}

/** An OAuth client, which can request access from users here. */
export interface ClientApproval extends ApprovalRecord {
  id: string;
  name: string;
  redirectUris: string[];
}

/** A setting that opens more than its default; the default holds while it waits. */
export interface SettingApproval extends ApprovalRecord {
  name: string;
  label: string;
  /** As it is in the file. */
  value: unknown;
}

/** A collection with public write access; the access is disabled while it waits. */
export interface CollectionApproval extends ApprovalRecord {
  id: string;
  name: string;
  operations: PublicOperation[];
}

/** An automation with a handler; it does not run while it waits. */
export interface AutomationApproval extends ApprovalRecord {
  id: string;
  name: string;
  enabled: boolean;
  triggers: Trigger[];
  scopes: { methods: string[]; paths: string[]; suggests?: true };
  source: string;
}

/** `GET {api}/trust`: everything in the folder that opens it or runs, and whether it counts on this machine; owner only. */
export interface TrustOverview {
  /** Whether the folder was created or trusted on this machine. */
  trusted: boolean;
  /** How many of the records below are not approved. */
  pending: number;
  keys: KeyApproval[];
  users: UserApproval[];
  clients: ClientApproval[];
  settings: SettingApproval[];
  collections: CollectionApproval[];
  automations: AutomationApproval[];
}

/**
 * `POST {api}/trust`: trusts the folder and accepts these records, by their names with the digest that was shown; 422
 * when one of them has changed since, and none is accepted then.
 */
export interface TrustDecision {
  records: Record<string, string>;
}
