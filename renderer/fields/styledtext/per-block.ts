import type { Node as DocumentNode } from '@tiptap/pm/model';

/** Something computed for each block of a document, and again only for blocks that have changed. */
export class PerBlock<T> {
  readonly #compute: (block: DocumentNode) => T;
  readonly #known = new WeakMap<DocumentNode, T>();

  constructor(compute: (block: DocumentNode) => T) {
    this.#compute = compute;
  }

  of(document: DocumentNode): T[] {
    return document.children.map((block) => this.#one(block));
  }

  /** Computes as much as there is time for; true when nothing is left. */
  ahead(document: DocumentNode, hasTime: () => boolean): boolean {
    return document.children.every((block) => {
      if (this.#known.has(block)) return true;
      if (!hasTime()) return false;
      this.#one(block);
      return true;
    });
  }

  #one(block: DocumentNode): T {
    const known = this.#known.get(block);
    if (known !== undefined) return known;
    const computed = this.#compute(block);
    this.#known.set(block, computed);
    return computed;
  }
}
