import type { Node as DocumentNode } from '@tiptap/pm/model';

/** Something computed for each block of a document, and again only for blocks that have changed. */
export class PerBlock<T> {
  readonly #compute: (block: DocumentNode) => T;
  readonly #known = new WeakMap<DocumentNode, T>();

  constructor(compute: (block: DocumentNode) => T) {
    this.#compute = compute;
  }

  of(document: DocumentNode): T[] {
    return document.children.map((block) => {
      const known = this.#known.get(block);
      if (known !== undefined) return known;
      const computed = this.#compute(block);
      this.#known.set(block, computed);
      return computed;
    });
  }
}
