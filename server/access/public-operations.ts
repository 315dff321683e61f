/** The public operations of a collection: reading as its settings say, writing once approved on this machine. */
import type { Base, PublicWrites } from '../content/core/base.js';
import type { Collection } from '../content/model/collection.js';
import type { PublicOperation } from '../contract/objects.js';
import type { CollectionApproval } from '../contract/trust.js';
import { digestOf, type Trust } from './trust.js';

/** The name of a collection's public operations in the trust records. */
const recordOf = (collection: string): string => `collection:${collection}`;

const writesIn = (operations: readonly PublicOperation[]): PublicOperation[] =>
  operations.filter((operation) => operation !== 'read').sort();

/** None for missing collections, so that their absence is not revealed. */
export function publicOperationsOf(base: Base, collection: unknown): readonly PublicOperation[] {
  if (typeof collection !== 'string' || !base.collections.has(collection)) return [];
  const { publicOperations } = base.collections.get(collection).settings;
  return base.publicWrites.effective(collection, publicOperations);
}

export class PublicWriteApprovals implements PublicWrites {
  readonly #trust: Trust;

  constructor(trust: Trust) {
    this.#trust = trust;
  }

  effective(collection: string, operations: readonly PublicOperation[]): readonly PublicOperation[] {
    const writes = writesIn(operations);
    if (writes.length === 0) return operations;
    if (this.#trust.approvalOf(recordOf(collection), digestOf(writes)) === 'approved') return operations;
    return operations.filter((operation) => operation === 'read');
  }

  async approve(collection: string, operations: readonly PublicOperation[]): Promise<void> {
    const writes = writesIn(operations);
    if (writes.length > 0) await this.#trust.approve({ [recordOf(collection)]: digestOf(writes) });
  }

  /** Collections with public write access and their trust state. */
  approvals(collections: readonly Collection[]): CollectionApproval[] {
    return collections.flatMap(({ settings: { id, name, publicOperations } }) => {
      const operations = writesIn(publicOperations);
      if (operations.length === 0) return [];
      const [record, digest] = [recordOf(id), digestOf(operations)];
      return [{ record, digest, approval: this.#trust.approvalOf(record, digest), id, name, operations }];
    });
  }
}
